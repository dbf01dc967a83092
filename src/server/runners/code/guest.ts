/**
 * The code that surrounds a person's code inside the isolate. It is text, because it runs in the guest's realm: nothing of the
 * host is reachable from it, and only strings cross the border in either direction. A guest that breaks out of the wrapper or
 * tampers with its own built-ins spoils only its own answer, so the host reads that answer as hostile.
 */

/** Holds JSON: `[bindings, [[name, name of the binding that has the same value], …]]`. */
export const BINDINGS_NAME = '$bindings'
/** In UTF-16 units of JSON. */
export const MAX_OUTPUT = 5_000_000
export const MAX_LOG_LINES = 200
export const MAX_LOG_CHARS = 2_000

/**
 * Takes the person's async function, defines the bindings as globals, starts it, and returns the function that reports
 * how it ended: `state \n logs (JSON) \n value (JSON)`. WebAssembly and everything that could call back later is
 * removed: the rest runs in microtasks, which end before the host continues. A text that is too long is rejected by its
 * length: writing 100 MB of it as JSON takes seconds, so a slow machine would report the time limit instead.
 */
const SURROUNDINGS = `(main) => {
  const realm = globalThis;
  const { parse, stringify } = JSON;
  const { apply, ownKeys, defineProperty, deleteProperty } = Reflect;
  const { then } = Promise.prototype;
  const { slice } = String.prototype;
  const text = String;
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef']) deleteProperty(realm, name);
  const [bindings, same] = parse(realm.${BINDINGS_NAME});
  deleteProperty(realm, '${BINDINGS_NAME}');
  const define = (name, value) => defineProperty(realm, name, { value, writable: true, configurable: true, enumerable: false });
  const names = ownKeys(bindings);
  for (let i = 0; i < names.length; i++) define(names[i], bindings[names[i]]);
  for (let i = 0; i < same.length; i++) define(same[i][0], bindings[same[i][1]]);

  let logs = '', lines = 0;
  const show = (value) => {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof Error) return text(value);
      const json = stringify(value);
      return json === undefined ? text(value) : json;
    } catch { return '[not printable]' }
  };
  const log = (...values) => {
    if (lines >= ${MAX_LOG_LINES}) return;
    let line = '';
    for (let i = 0; i < values.length && line.length < ${MAX_LOG_CHARS}; i++) line += (i ? ' ' : '') + apply(slice, show(values[i]), [0, ${MAX_LOG_CHARS}]);
    logs += (lines++ ? ',' : '') + stringify(apply(slice, line, [0, ${MAX_LOG_CHARS}]));
  };
  define('console', { log, info: log, warn: log, error: log, debug: log });

  let state = 'pending', value;
  const settle = (how) => (what) => { if (state === 'pending') { state = how; value = what } };
  apply(then, apply(main, undefined, []), [settle('done'), settle('failed')]);

  const describe = (cause) => {
    try {
      const known = cause instanceof Error;
      return stringify({ message: text(known ? cause : show(cause)), stack: known ? text(cause.stack) : '' });
    } catch { return '{"message":"An error that cannot be shown","stack":""}' }
  };
  return () => {
    let body = 'null';
    if (state === 'failed') body = describe(value);
    if (state === 'done' && typeof value === 'string' && value.length > ${MAX_OUTPUT}) state = 'too_large';
    if (state === 'done') {
      try { body = stringify(value) ?? 'null' } catch (cause) { state = 'failed'; body = describe(cause) }
      if (body.length > ${MAX_OUTPUT}) { state = 'too_large'; body = 'null' }
    }
    return state + '\\n[' + logs + ']\\n' + body;
  };
}`.replaceAll(/\n\s*/g, ' ')

/** The person's lines start on line 2 of the script; the host compiles it with a line offset of -1. */
export const wrapSource = (source: string): string => `(${SURROUNDINGS})(async function () {\n${source}\n})`
