"""Programs that reach for more than drawing. What they would do is harmless; how is the point."""

from programs import scene

UNSAFE: dict[str, str] = {
    # imports
    "import of os": scene("os.getcwd()", "import os"),
    "import of a submodule of os under another name": scene("p.join('a')", "import os.path as p"),
    "import inside a method": scene("import subprocess\nsubprocess.run(['true'])"),
    "import in a try block": scene("", "try:\n    import socket\nexcept ImportError:\n    pass"),
    "import from a closed part of Manim": scene(
        "open_file('x')", "from manim.utils.file_ops import open_file"
    ),
    "import of a module of Manim that holds files": scene("", "import manim.utils.file_ops as f"),
    "star import of a closed module": scene("", "from os import *"),
    "relative import": scene("", "from . import secrets"),
    "importlib": scene("importlib.import_module('os')", "import importlib"),
    "threads": scene("threading.Thread(target=print).start()", "import threading"),
    "multiprocessing pool": scene("Pool(2)", "from multiprocessing import Pool"),
    "closed name of an open module": scene(
        "m('X', [])", "from dataclasses import make_dataclass as m"
    ),
    "singledispatch evaluates annotations": scene("", "from functools import singledispatch"),
    "harmful main block": scene("", "")
    + "\nif __name__ == '__main__':\n    import os\n    os.system('true')\n",
    # builtins
    "eval": scene("eval('1+1')"),
    "exec under another name": scene("run = exec\nrun('x = 1')"),
    "open as a default argument": scene(
        "", "def read(path, opener=open):\n    return opener(path)"
    ),
    "open as a decorator": scene("", "@open\ndef target():\n    return 1"),
    "compile in a comprehension": scene("[compile(s, 'x', 'eval') for s in ['1']]"),
    "eval in a lambda default": scene("f = lambda s, e=eval: e(s)"),
    "eval passed to map": scene("list(map(eval, ['1', '2']))"),
    "globals": scene("globals()['x'] = 1"),
    "vars of an object": scene("vars(self)['x'] = 1"),
    "locals": scene("locals()"),
    "builtins by name": scene("__builtins__['open']"),
    "input": scene("input('name?')"),
    "breakpoint": scene("breakpoint()"),
    "import function": scene("__import__('os')"),
    "closed builtin before it is shadowed": scene("", "f = open\nopen = 3"),
    "closed builtin shadowed only in a branch": scene(
        "open('x')", "import random\nif random.random() > 2:\n    open = print"
    ),
    "look-alike letters": scene("ｅｖａｌ('1')"),
    "three-argument type": scene("type('X', (object,), {})"),
    "type passed on": scene("functools.partial(type, 'X', ())({})", "import functools"),
    # dunders
    "subclasses of object": scene("object.__subclasses__()"),
    "class of a literal": scene("().__class__.__mro__"),
    "globals of a method": scene("self.construct.__globals__"),
    "builtins module of a builtin": scene("print.__self__"),
    "code object": scene("(lambda: 0).__code__"),
    "dict of an instance": scene("c.__dict__['x'] = 1"),
    "dict of a module in a loop": scene("for k, v in np.__dict__.items():\n    print(k)"),
    "item of a module member": scene(
        "for k, v in rate_functions.__dict__.items():\n    if 'built' in k:\n        v['open']('x')"
    ),
    "module member passed on": scene(
        "for k, v in rate_functions.__dict__.items():\n    d = dict(v)"
    ),
    "dunder in getattr": scene("getattr(self, '__class__')"),
    "dunder put together": scene("getattr(self, '__cl' + 'ass__')"),
    "dunder from a join": scene("getattr(self, ''.join(['__', 'dict', '__']))"),
    "getattr by an unknown name": scene("getattr(self, str(c)[1:9])"),
    "getattr as a value": scene("g = [getattr]\ng[0](self, 'x')"),
    "getattr on a module by an unknown name": scene("getattr(np, c.name)"),
    "getattr on a module of modules": scene("getattr(np, 'l' + 'ib')"),
    "setattr of a class": scene("setattr(self, '__class__', Scene)"),
    "metaclass": scene("", "class M(type):\n    pass\nclass X(metaclass=M):\n    pass"),
    "class with __getattr__": scene(
        "", "class G:\n    def __getattr__(self, name):\n        return 1"
    ),
    "module __getattr__": scene("", "def __getattr__(name):\n    return 1"),
    "array interface over any memory": scene(
        "np.array(P())", "class P:\n    __array_interface__ = {'data': (1, False), 'version': 3}"
    ),
    "finaliser": scene("", "class D:\n    def __del__(self):\n        pass"),
    "match on a dunder": scene("match c:\n    case object(__class__=k):\n        print(k)"),
    "match args as data": scene("", "class K:\n    __match_args__ = ('__class__',)"),
    "reduce with getattr": scene("functools.reduce(getattr, ['a'], self)", "import functools"),
    "attrgetter under another name": scene(
        "get('__class__.__base__')(self)", "from operator import attrgetter as get"
    ),
    "methodcaller of a dunder": scene(
        "operator.methodcaller('__subclasses__')(object)", "import operator"
    ),
    "wraps that copies what it is told": scene(
        "", "import functools\n@functools.wraps(print, assigned=('__self__',))\ndef f():\n    pass"
    ),
    "traceback frames": scene(
        "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    e.__traceback__.tb_frame"
    ),
    "object of an attribute error": scene(
        "try:\n    np.nothing\nexcept AttributeError as e:\n    e.obj.lib"
    ),
    "generator frame": scene("(x for x in [1]).gi_frame.f_globals"),
    "string annotation that is code": scene(
        "", "class S:\n    size: \"__import__('os').getcwd()\""
    ),
    "get_type_hints through the module": scene("t.get_type_hints(Scene)", "import typing as t"),
    # format strings
    "format field into globals": scene("'{0.__init__.__globals__}'.format(self)"),
    "format_map field": scene("'{s.__dict__}'.format_map({'s': self})"),
    "format field in a name": scene("t = '{0.__class__}'\nprint(t.format(self))"),
    "format field put together": scene("('{0.__cl' + 'ass__}').format(self)"),
    "format of the class": scene("str.format('{0.__class__}', self)"),
    "format passed to map": scene("list(map('{0.__class__}'.format, [self]))"),
    "nested format field": scene("'{:{0.__class__}}'.format(self)"),
    "format field in a spec": scene("'{0:{1.__doc__.__class__}}'.format(1, self)"),
    "format by methodcaller": scene(
        "operator.methodcaller('format', self)('{0.x}')", "import operator"
    ),
    "Formatter": scene("F().format('{0.__class__}', self)", "from string import Formatter as F"),
    "template from character codes": scene(
        "t = ''.join(chr(n) for n in [123, 125])\nt.format(self)"
    ),
    # modules
    "walk from utils": scene("utils.file_ops.os.getcwd()"),
    "walk from scene": scene("scene.scene_file_writer.shutil"),
    "walk from mobject": scene("mobject.svg.svg_mobject.ET.parse('x')"),
    "walk from an alias of a module": scene("u = utils\nu.commands.run(['true'])"),
    "walk from a tuple of aliases": scene("a, b = np, utils\nb.file_ops"),
    "module in a list": scene("[utils][0].file_ops.os"),
    "module as an argument": scene("", "def walk(m):\n    return m.file_ops\nwalk(utils)"),
    "module as a default argument": scene("", "def walk(m=utils):\n    return m.file_ops"),
    "module behind a conditional": scene("(utils if c else np).file_ops"),
    "module returned by a function": scene("", "def get():\n    return utils\nget().file_ops"),
    "module by walrus": scene("(u := utils).file_ops"),
    "module rebound only later": scene("", "x = scene.scene_file_writer\nscene = 3"),
    "module name read by a function before it is rebound": scene(
        "", "def early():\n    return utils.file_ops\nearly()\nutils = 3"
    ),
    "module restored by a second star import": scene(
        "utils.file_ops", "utils = 3\nfrom manim import *"
    ),
    "module carried round a loop": scene(
        "", "m = 0\nfor i in range(3):\n    if i:\n        m.file_ops\n    m = utils"
    ),
    "module in a global of a function": scene(
        "hold()\nkept.file_ops", "kept = 0\ndef hold():\n    global kept\n    kept = utils"
    ),
    "module matched": scene("match utils:\n    case m:\n        m.file_ops"),
    "private name of a module": scene("random._os.getcwd()", "import random"),
    "module in a module": scene("enum.sys.modules", "import enum"),
    "change of a module": scene("np.sin = print"),
    "numpy load": scene("np.load('x.npy', allow_pickle=True)"),
    "numpy load under another name": scene("read('x.npy')", "from numpy import load as read"),
    "numpy fromfile": scene("np.fromfile('x')"),
    "numpy memmap": scene("np.memmap('x')"),
    "numpy genfromtxt": scene("np.genfromtxt('http://127.0.0.1:9/x')"),
    "numpy DataSource": scene("np.lib.npyio.DataSource()"),
    "array written to a file": scene("np.zeros(3).tofile('x')"),
    "array dumped to a file": scene("np.zeros(3).dump('x')"),
    "strided memory": scene(
        "s(np.zeros(3), (9,), (99,))", "from numpy.lib.stride_tricks import as_strided as s"
    ),
    "address of an array": scene("np.zeros(3).ctypes.data"),
    "networkx file": scene("nx.write_gml(nx.Graph(), 'x')", "import networkx as nx"),
    "scipy file": scene("loadmat('x')", "from scipy.io import loadmat"),
    "time.sleep": scene("time.sleep(100)", "import time"),
    # Manim
    "run a program": scene("capture(['true'])"),
    "open a viewer": scene("open_file('x')"),
    "picture shown in a viewer": scene("c.show()"),
    "picture saved": scene("c.save_image('x')"),
    "picture of a camera saved": scene("self.camera.get_image().save('x.png')"),
    "file writer of the scene": scene("self.renderer.file_writer.save_image(None)"),
    "writer class": scene("SceneFileWriter(None, 'x')"),
    "embedded shell": scene("self.interactive_embed()"),
    "environment of the console": scene("console._environ"),
    "console written to a file": scene("console.save_text('x')"),
    "handlers of the logger": scene("logger.handlers[0].console"),
    "console passed on": scene("x = [console]"),
    "hook over the picture's tree": scene(
        "", "class L(SVGMobject):\n    def modify_xml_tree(self, tree):\n        return tree"
    ),
    # configuration
    "output moved": scene("config.media_dir = 'x'"),
    "output moved by key": scene("config['output_file'] = 'x'"),
    "output moved under another name": scene("", "k = config\nk.video_dir = 'x'"),
    "output moved by setattr": scene("setattr(config, 'log_dir', 'x')"),
    "output moved by update": scene("config.update({'tex_dir': 'x'})"),
    "output moved in place": scene("", "config |= {'text_dir': 'x'}"),
    "output moved by tempconfig": scene("with tempconfig({'assets_dir': '/'}):\n    pass"),
    "tempconfig of an unknown mapping": scene("with tempconfig(dict(media_dir='x')):\n    pass"),
    "key that is not written out": scene("config[str(c)] = 1"),
    "preview": scene("", "config.preview = True"),
    "preview program": scene("", "config.preview_command = 'true'"),
    "plugins": scene("", "config.plugins = ['x']"),
    "config file read": scene("config.digest_file('x')"),
    "config passed on": scene("", "def f(k):\n    k.media_dir = 'x'\nf(config)"),
    "config of a module of Manim": scene("manim.config.media_dir = 'x'", "import manim"),
    # assets
    "absolute picture": scene("ImageMobject('/etc/x.png')"),
    "picture by keyword": scene("ImageMobject(filename_or_array='/etc/x.png')"),
    "picture by unpacked keywords": scene("ImageMobject(**{'filename_or_array': '/etc/x.png'})"),
    "picture under another name": scene("pic = ImageMobject\npic('../x.png')"),
    "picture of the home folder": scene("SVGMobject('~/x.svg')"),
    "picture from the network": scene("ImageMobject('https://example.org/x.png')"),
    "picture by an f-string": scene("for n in range(2):\n    ImageMobject(f'/tmp/{n}.png')"),
    "picture by a helper": scene(
        "self.get('/etc/x.png')",
        "class H:\n    def get(self, p):\n        return ImageMobject(p)",
        base="H, Scene",
    ),
    "picture by map": scene("list(map(ImageMobject, ['/etc/x.png']))"),
    "picture by a subclass": scene(
        "", "class L(SVGMobject):\n    def __init__(self):\n        super().__init__('/etc/x.svg')"
    ),
    "picture from a list": scene("for p in ['a.png', '/etc/b.png']:\n    ImageMobject(p)"),
    "Windows path": scene("ImageMobject('C:\\\\x.png')"),
    "sound of another folder": scene("self.add_sound('../../x.wav')"),
    "code of another folder": scene("Code(code_file='/etc/passwd')"),
    "template of another folder": scene("TexTemplate.from_file('/etc/x.tex')"),
    "font of another folder": scene("register_font('/etc/x.ttf')"),
    # TeX
    "TeX input": scene(r"Tex(r'\input{/etc/hostname}')"),
    "TeX input without braces": scene(r"Tex(r'\input /etc/hostname')"),
    "TeX input in two pieces": scene(r"Tex('\\inp' + 'ut{x}')"),
    "TeX input in two arguments": scene(r"Tex('\\inp', 'ut{x}')"),
    "TeX input in two names": scene(r"a = '\\inp'" + "\nb = 'ut{x}'\nMathTex(a + b)"),
    "TeX input joined": scene(r"MathTex(''.join(['\\in', 'put', '{x}']))"),
    "TeX input backwards": scene(r"Tex('}x{tupni\\'[::-1])"),
    "TeX input by f-string": scene("word = 'input'\nTex(f'\\\\{word}{{x}}')"),
    "TeX input by replace": scene("Tex('#input{x}'.replace('#', chr(92)))"),
    "TeX input in the preamble": scene(r"TexTemplate().add_to_preamble(r'\input{x}')"),
    "TeX input in a preamble attribute": scene("t = TexTemplate()\nt.preamble = r'\\input{x}'"),
    "TeX input in a list for a loop": scene(
        r"for s in [r'x^2', r'\input{x}']:" + "\n    MathTex(s)"
    ),
    "TeX input through a helper": scene(
        "self.eq(r'\\input{x}')",
        "class H:\n    def eq(self, s):\n        return MathTex(s)",
        base="H, Scene",
    ),
    "TeX input in a unit": scene(r"DecimalNumber(1, unit=r'\input{x}')"),
    "TeX write": scene(r"Tex(r'\newwrite\f\immediate\openout\f=x')"),
    "TeX shell": scene(r"Tex(r'\write18{true}')"),
    "TeX listing": scene(r"Tex(r'\lstinputlisting{x}')"),
    "TeX picture": scene(r"Tex(r'\includegraphics{x}')"),
    "TeX by csname": scene(r"Tex(r'\csname inp\endcsname')"),
    "TeX by category codes": scene(r"Tex(r'\catcode`\!=0 !input{x}')"),
    "TeX by caret codes": scene(r"Tex(r'^^5cinput{x} \alpha')"),
    "TeX Lua": scene(r"Tex(r'\directlua{os.exit()}')"),
    "TeX Lua engine": scene("TexTemplate(tex_compiler='lualatex')"),
    "TeX engine assigned": scene("t = TexTemplate()\nt.tex_compiler = 'sh'"),
    "TeX package that runs programs": scene(r"TexTemplate(preamble=r'\usepackage{minted}')"),
    "TeX package by path": scene(r"TexTemplate(preamble=r'\usepackage{../x}')"),
    "TeX file environment": scene(r"Tex(r'\begin{filecontents}{x}y\end{filecontents}')"),
    "Typst file": scene("Typst('#read(\"/etc/hostname\")')"),
    "Typst include": scene("Typst('#include \"x.typ\"')"),
}
