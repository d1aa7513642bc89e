// A player of driver expressions: runs the bytecode that `animspec expr --json` prints.
//
//   const wave = prepare([{ k: 'var', v: 't' }, { k: 'fn', v: 'sin' }]);
//   wave({ t: 0.5 });   // 0.479425538604203
//
// A program is a list of steps for a stack machine: numbers and variables go on the
// stack, functions and operators take their operands off it and put a result there.
// A variable that is missing or no finite number is 0, and so is a result that is not
// finite; nothing else is replaced on the way.

/** The remainder with the sign of the divisor (`%` has the dividend's). */
const floored = (a, b) => {
  const rest = a % b;
  if (rest === 0) return b < 0 ? -0 : 0;
  return rest < 0 !== b < 0 ? rest + b : rest;
};

/** The sine of x degrees and so many quarter turns more; exact at quarter turns, zeros positive. */
const turned = (x, quarters) => {
  const within = x % 360;
  const nearest = Math.floor(within / 90 + 0.5);
  const angle = (within - 90 * nearest) * (Math.PI / 180);
  const turn = (((nearest + quarters) % 4) + 4) % 4;
  const value = turn % 2 ? Math.cos(angle) : Math.sin(angle);
  return (turn < 2 ? value : -value) + 0;
};

/** A share, kept in [0, 1] and eased at both ends. */
const smooth = (share) => {
  const s = Math.min(Math.max(share, 0), 1);
  return s * s * (3 - 2 * s);
};

/** Each function's number of arguments and formula. */
export const FUNCTIONS = {
  // functions: made by docs/generate.py
  abs: [1, (x) => Math.abs(x)],
  sign: [1, (x) => Math.sign(x)],
  floor: [1, (x) => Math.floor(x)],
  ceil: [1, (x) => Math.ceil(x)],
  round: [1, (x) => Math.round(x)],
  trunc: [1, (x) => Math.trunc(x)],
  fract: [1, (x) => x - Math.floor(x)],
  sqrt: [1, (x) => Math.sqrt(x)],
  cbrt: [1, (x) => Math.cbrt(x)],
  exp: [1, (x) => Math.exp(x)],
  log: [1, (x) => Math.log(x)],
  log2: [1, (x) => Math.log2(x)],
  log10: [1, (x) => Math.log10(x)],
  pow: [2, (a, b) => Math.pow(a, b)],
  hypot: [2, (a, b) => Math.hypot(a, b)],
  sin: [1, (x) => Math.sin(x)],
  cos: [1, (x) => Math.cos(x)],
  tan: [1, (x) => Math.tan(x)],
  asin: [1, (x) => Math.asin(x)],
  acos: [1, (x) => Math.acos(x)],
  atan: [1, (x) => Math.atan(x)],
  atan2: [2, (y, x) => Math.atan2(y, x)],
  sinh: [1, (x) => Math.sinh(x)],
  cosh: [1, (x) => Math.cosh(x)],
  tanh: [1, (x) => Math.tanh(x)],
  radians: [1, (x) => x * (Math.PI / 180)],
  degrees: [1, (x) => x * (180 / Math.PI)],
  sind: [1, (x) => turned(x, 0)],
  cosd: [1, (x) => turned(x, 1)],
  mod: [2, (a, b) => floored(a, b)],
  step: [2, (edge, x) => x >= edge ? 1 : 0],
  min: [2, (a, b) => Math.min(a, b)],
  max: [2, (a, b) => Math.max(a, b)],
  clamp: [3, (x, lo, hi) => Math.min(Math.max(x, lo), hi)],
  lerp: [3, (a, b, s) => a + (b - a) * s],
  inverse_lerp: [3, (a, b, x) => (x - a) / (b - a)],
  smoothstep: [3, (edge0, edge1, x) => smooth((x - edge0) / (edge1 - edge0))],
  select: [3, (c, a, b) => c === 0 ? b : a],
  // functions end
};

const OPERATORS = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '^': (a, b) => Math.pow(a, b),
};

const has = (table, name) => typeof name === 'string' && Object.hasOwn(table, name);

/** How many values a step takes, and what it does with them; undefined for what is no step. */
function instruction({ k, v }) {
  if (k === 'num' && Number.isFinite(v)) return [0, () => v];
  if (k === 'var' && typeof v === 'string') {
    return [0, (variables) => {
      const value = has(variables, v) ? variables[v] : 0;
      return Number.isFinite(value) ? value : 0;
    }];
  }
  if (k === 'fn' && has(FUNCTIONS, v)) return FUNCTIONS[v];
  if (k === 'op' && v === 'neg') return [1, (a) => -a];
  if (k === 'op' && has(OPERATORS, v)) return [2, OPERATORS[v]];
  return undefined;
}

/**
 * A function of an object of variables that runs `steps`.
 * Throws a RangeError if the steps do not leave one value.
 */
export function prepare(steps) {
  let depth = 0;
  const program = steps.map((step, place) => {
    const found = instruction(step);
    if (!found) throw new RangeError(`step ${place} is no step of this machine`);
    if (found[0] > depth) throw new RangeError(`step ${place} takes ${found[0]} values, but the stack holds ${depth}`);
    depth += 1 - found[0];
    return found;
  });
  if (depth !== 1) throw new RangeError(`the program leaves ${depth} values, where 1 is the result`);
  const stack = [];
  return (variables = {}) => {
    stack.length = 0;
    for (const [takes, compute] of program) {
      stack.push(takes ? compute(...stack.splice(-takes)) : compute(variables));
    }
    return Number.isFinite(stack[0]) ? stack[0] : 0;
  };
}
