"""Scene specifications of five domains, one for each kind of figure."""

from pipeline.schema.storyboard import SceneSpec
from pipeline.schema.task import Task

ATTENTION = SceneSpec(
    name="ScaledAttention",
    claim="Attention mixes the values according to how well each key fits the query.",
    evidence=(
        "The score of a key is its dot product with the query, divided by $\\sqrt{d_k}$. "
        "A softmax turns the scores into weights that sum to one. "
        "$$\\mathrm{Attention}(Q, K, V) = \\mathrm{softmax}\\left(\\frac{Q K^\\top}{\\sqrt{d_k}}"
        "\\right) V$$ "
        "where $Q$ are the queries, $K$ the keys and $V$ the values."
    ),
    takeaway="Every output is a weighted average of values.",
    duration_hint=22,
)
TRAINING = SceneSpec(
    name="TrainingLoop",
    claim="Training repeats four short steps until the loss stops falling.",
    evidence=(
        "First, a batch of examples is drawn from the data. Then the network predicts a label for "
        "each example. Next, the loss compares the predictions with the true labels. Finally, "
        "the gradient updates the weights, and the loop starts again."
    ),
    takeaway="Learning is many small corrections in a row.",
    duration_hint=22,
)
ACCURACY = SceneSpec(
    name="AccuracyGain",
    claim="Memory cuts the number of repair rounds by almost half.",
    evidence=(
        "With an empty bank the system needs 12.2 rounds per section. "
        "A random bank needs 11.4 rounds. The grown bank needs only 6.5 rounds."
    ),
    takeaway="What was learned once is not repaired twice.",
    duration_hint=20,
)
SIGMOID = SceneSpec(
    name="LogisticSlope",
    claim="The logistic function squeezes every number into the interval from zero to one.",
    evidence=(
        "It is defined as $$\\sigma(x) = \\frac{1}{1 + e^{-x}}.$$ "
        "Its slope is largest at zero and vanishes for large inputs. "
        "That is why gradients fade when units saturate."
    ),
    takeaway="Far from zero the logistic function stops teaching.",
    duration_hint=22,
)
GAUSS = SceneSpec(
    name="NormalSpread",
    claim="A normal distribution is described by its mean and its standard deviation.",
    evidence=(
        "The bell curve is centred on the mean $\\mu$. "
        "About 68.3% of the values lie within one standard deviation $\\sigma$ of it."
    ),
    takeaway="Two numbers say where the values are and how far they spread.",
    duration_hint=18,
)
FOURIER = SceneSpec(
    name="SignalSpectrum",
    claim="Every periodic signal is a sum of sine waves of different frequencies.",
    evidence=(
        "The signal looks irregular over time. The Fourier transform separates it into waves of "
        "single frequencies. Each wave becomes one bar of the spectrum, as high as the wave is "
        "strong."
    ),
    takeaway="The spectrum tells how much of each frequency a signal holds.",
    duration_hint=22,
)
DESCENT = SceneSpec(
    name="GradientStep",
    claim="Gradient descent walks downhill in steps set by the learning rate.",
    evidence=(
        "Each step moves the parameters against the gradient: "
        "$$\\theta_{t+1} = \\theta_t - \\eta \\nabla L(\\theta_t)$$ "
        "where $\\theta$ are the parameters, $\\eta$ is the learning rate and $L$ is the loss. "
        "At a minimum the gradient is zero, so $$\\theta_{t+1} = \\theta_t.$$"
    ),
    takeaway="No gradient, no step: descent rests at a minimum.",
    duration_hint=22,
)
HISTORY = SceneSpec(
    name="QuantumHistory",
    claim="Quantum computing grew from an idea into machines within forty years.",
    evidence=(
        "In 1981 Feynman proposed to simulate physics with quantum systems. "
        "In 1994 Shor found a fast way to factor integers. "
        "In 2019 a processor with 53 qubits sampled random circuits."
    ),
    takeaway="First the idea, then the algorithm, then the machine.",
    duration_hint=20,
)
HADAMARD = SceneSpec(
    name="HadamardTurn",
    claim="A Hadamard gate turns a basis state into an equal superposition.",
    evidence=(
        "A qubit in state $\\ket{0}$ gives zero with certainty. "
        "The gate maps it to $$H\\ket{0} = \\frac{\\ket{0} + \\ket{1}}{\\sqrt{2}}.$$ "
        "After the gate both outcomes have probability one half."
    ),
    takeaway="One turn makes the outcome a fair coin.",
    duration_hint=20,
)
ROTATION = SceneSpec(
    name="MatrixTurns",
    claim="A matrix moves a vector row by row.",
    evidence=(
        "Each row of the matrix meets the vector in a dot product. "
        "$$\\begin{pmatrix} 2 & 1 \\\\ 0 & 3 \\end{pmatrix} \\begin{pmatrix} 1 \\\\ 2 "
        "\\end{pmatrix} = \\begin{pmatrix} 4 \\\\ 6 \\end{pmatrix}$$ "
        "The first row gives 4 and the second row gives 6."
    ),
    takeaway="Rows times the vector are the entries of the result.",
    duration_hint=18,
)
MARKET = SceneSpec(
    name="MarketPrice",
    claim="The market price settles where supply meets demand.",
    evidence=(
        "Demand falls when the price rises. Supply grows when the price rises. "
        "At the crossing, buyers want exactly what sellers offer."
    ),
    takeaway="The equilibrium price leaves nobody waiting.",
    duration_hint=20,
)
NETWORK = SceneSpec(
    name="LayerByLayer",
    claim="A neural network passes its input through layers of weighted sums.",
    evidence=(
        "The input layer holds the features. Each hidden unit adds its weighted inputs and bends "
        "the sum. The output layer turns the hidden units into a prediction."
    ),
    takeaway="Depth comes from repeating one simple operation.",
    duration_hint=20,
)
VERSUS = SceneSpec(
    name="RecurrentVersusAttention",
    claim="Attention reads all words at once, while recurrence reads them in turn.",
    evidence=(
        "Unlike recurrent networks, attention layers compare all positions in parallel. "
        "Recurrent networks carry one hidden state from word to word."
    ),
    takeaway="Parallel reading is what made long texts affordable.",
    duration_hint=18,
)
SAMPLING = SceneSpec(
    name="SampleMean",
    claim="The average of many draws settles on the true mean.",
    evidence=(
        "A few samples give a rough average. More samples pull the average towards the mean. "
        "The error of the average shrinks like one over the square root of the number of samples."
    ),
    takeaway="Four times the samples halve the error.",
    duration_hint=20,
)
PRINCIPLES = SceneSpec(
    name="ThreeLaws",
    claim="Three laws explain how bodies move.",
    evidence=(
        "Newton's laws cover three cases:\n\n1. a body keeps its velocity without a force\n"
        "2. a force changes the momentum\n3. every force has an equal counterforce\n"
    ),
    takeaway="Forces change motion, and they come in pairs.",
    duration_hint=20,
)

BELL = SceneSpec(
    name="BellPair",
    claim="An entangled pair gives two random answers that always agree.",
    evidence=(
        "Alice and Bob share the pair $$|\\Phi\\rangle = \\frac{1}{\\sqrt{2}}\\left(|00\\rangle + "
        "|11\\rangle\\right).$$ Neither qubit has a state of its own. "
        "When both are measured the answers agree."
    ),
    takeaway="Only the agreement is certain.",
    duration_hint=20,
)
VALLEY = SceneSpec(
    name="ValleyDescent",
    claim="Gradient descent walks down a valley in steps set by the learning rate.",
    evidence=(
        "The simplest valley is $f(w) = \\frac{1}{2} w^2$. "
        "Each step goes against the slope. The lowest point has no slope, so the steps end there."
    ),
    takeaway="The steps shrink on their own as the valley levels out.",
    duration_hint=20,
)

SPENDING = SceneSpec(
    name="UnevenSpending",
    claim="After the price rise households cut what can wait.",
    evidence=(
        "Spending on energy rose by 24%.\n\n| Category | Change |\n|---|---|\n| Energy | 24% |\n"
        "| Restaurants | -11% |\n| Clothing | -8% |\n\nRestaurants lost most."
    ),
    takeaway="What can be postponed is given up first.",
    duration_hint=18,
)
WAVE = SceneSpec(
    name="StringWave",
    claim="The speed of a wave on a string is set by its tension and its weight.",
    evidence=(
        "The displacement obeys $$\\frac{\\partial^2 u}{\\partial t^2} = c^2 "
        "\\frac{\\partial^2 u}{\\partial x^2},\\qquad c = \\sqrt{\\frac{F}{\\mu}},$$ "
        "where $F$ is the tension and $\\mu$ is the mass per length."
    ),
    takeaway="A tighter string carries faster waves.",
    duration_hint=20,
)

TASK = Task(text="A section about the scene's topic.", role="method", domain="general")

BY_KIND: dict[str, SceneSpec] = {
    "formula": ATTENTION,
    "flow": TRAINING,
    "bars": ACCURACY,
    "plot": SIGMOID,
    "spread": GAUSS,
    "spectrum": FOURIER,
    "timeline": HISTORY,
    "state": HADAMARD,
    "matrix": ROTATION,
    "network": NETWORK,
    "contrast": VERSUS,
    "samples": SAMPLING,
    "stages": PRINCIPLES,
    "pair": BELL,
}
MORE: tuple[SceneSpec, ...] = (DESCENT, MARKET, VALLEY, SPENDING, WAVE)
ALL: tuple[SceneSpec, ...] = (*BY_KIND.values(), *MORE)
