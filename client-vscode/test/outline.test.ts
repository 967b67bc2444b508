import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { functionAt, isKernel, nearest, outline, sourceOf } from "../src/outline";

const names = (text: string): string[] => outline(text).map(({ name, line, endLine }) => `${name} ${line}-${endLine}`);

suite("outline", () => {
  test("functions, methods, nested and async ones, with their lines", () => {
    const text = `import x

def outer(a,
          b):
    def inner():
        return 1

    return inner

class Store:
    size = 1

    async def get(self):
        pass

    @property
    def length(self): return 1

# the end
x = 1
`;
    assert.deepEqual(names(text), ["outer 2-7", "outer.inner 4-5", "Store.get 12-13", "Store.length 16-16"]);
  });

  test("neither strings nor continued lines end or begin a function", () => {
    const text = `def first(text="""
def not_one():
"""):
    sql = '''
select "(" from x
'''
    call(
  1,
)
    return "["  # (

def second():
    pass
`;
    assert.deepEqual(names(text), ["first 0-9", "second 11-12"]);
  });

  test("a file that is being typed", () => {
    assert.deepEqual(names("def done():\n    return 1\n\ndef half("), ["done 0-1", "half 3-3"]);
  });

  test("other line ends, tabs and other scripts", () => {
    assert.deepEqual(names("def größe():\r\n\treturn 1\r\ndef 合計():\r\n\treturn 2\r\n"), ["größe 0-1", "合計 2-3"]);
  });

  test("comments behind a function are not its source", () => {
    const text = "def f():\n    return 1\n\n# about g\ndef g():\n    return 2\n";
    const [f] = outline(text);
    assert.equal(f === undefined ? "" : sourceOf(text, f), "def f():\n    return 1");
  });

  test("the innermost function around a line", () => {
    const functions = outline("def a():\n    def b():\n        return 1\n    return b\n\nx = 1\n");
    assert.deepEqual([0, 1, 2, 3, 5].map((line) => functionAt(functions, line)?.name), ["a", "a.b", "a.b", "a", undefined]);
  });

  test("of several functions of one name the nearest to a line", () => {
    const functions = outline("def a(): pass\n\ndef b(): pass\n\n\ndef a(): pass\n");
    assert.deepEqual([0, 2, 3, 9].map((line) => nearest(functions, "a", line)?.line), [0, 0, 5, 5]);
    assert.equal(nearest(functions, "c", 0), undefined);
  });

  test("a Triton kernel is told from other compiled functions", () => {
    const kernels = (text: string): boolean[] => outline(text).map((found) => isKernel(text, found));
    assert.deepEqual(kernels("import triton\n\n@triton.autotune(configs=[])\n@triton.jit\ndef k(x):\n    pass\n\ndef f():\n    pass\n"), [true, false]);
    assert.deepEqual(kernels("from triton import jit\n\n@jit\ndef k(x):\n    pass\n"), [true]);
    assert.deepEqual(kernels("import numba\n\n@numba.jit\ndef f(x):\n    pass\n"), [false]);
  });
});
