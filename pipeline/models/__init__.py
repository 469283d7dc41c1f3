"""Language and vision models behind OpenAI-compatible endpoints: requests, replies, cost.

The agents of the model cast know `port` only; what speaks to an endpoint is given to them.
"""
