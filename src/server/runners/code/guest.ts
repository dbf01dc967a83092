/**
 * What surrounds a person's code inside the isolate. It is text, because it runs in the guest's realm: nothing of the
 * host is reachable from it, and only strings cross the border in either direction. A guest that breaks out of the wrapper or
 * tampers with its own built-ins spoils only its own answer, so the host reads that answer as hostile.
 */
import { GUARD } from './guard.ts'

/** In UTF-16 units of JSON. */
export const MAX_OUTPUT = 5_000_000
export const MAX_LOG_LINES = 200
export const MAX_LOG_CHARS = 2_000

/**
 * Prepares a new context and ends in the function through which the host works it, by the name of a step:
 * - `guard` notes how the realm looks (`guard.ts`), before a person's code was here. Returns whether `argument`, that code, is the body of
 *   one function: what is more could leave behind what no guard sees.
 * - `start` defines the bindings as globals (`argument` is JSON: `[bindings, [[name, name of the binding that has the same value], …]]`)
 *   and calls the person's function, which `make` makes: each execution has a function object nobody used before.
 * - `again` does so once more, unless the execution before left anything behind: then it returns false. `isThorough` says how to look.
 * - `finish` returns how it ended: `state \n logs (JSON) \n value (JSON)`, and lets go of what it was given.
 *
 * WebAssembly and everything that could call back later is removed: the rest runs in microtasks, which end before the host continues
 * after a step. A text that is too long is rejected by its length: writing 100 MB of it as JSON takes seconds, so a slow machine would
 * report the time limit instead.
 */
export const REALM = `(() => {
  const realm = globalThis;
  const { parse, stringify } = JSON;
  const { apply, ownKeys, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible } = Reflect;
  const { then } = Promise.prototype;
  const { slice } = String.prototype;
  const { exec } = RegExp.prototype;
  const AsyncFunction = (async () => {}).constructor;
  const text = String;
  const nothing = /(?:)/;
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef']) deleteProperty(realm, name);
  const define = (name, value) => defineProperty(realm, name, { value, writable: true, configurable: true, enumerable: false });

  let logs = '', lines = 0, state = 'pending', value, make, names = [];
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

  const has = (list, name) => { for (let i = 0; i < list.length; i++) if (list[i] === name) return true; return false };
  const bind = (json) => {
    const [bindings, same] = parse(json);
    const before = names;
    names = [];
    const given = (name, value) => { if (name !== 'console') { names[names.length] = name; define(name, value) } };
    const own = ownKeys(bindings);
    for (let i = 0; i < own.length; i++) given(own[i], bindings[own[i]]);
    for (let i = 0; i < same.length; i++) given(same[i][0], bindings[same[i][1]]);
    for (let i = 0; i < before.length; i++) if (!has(names, before[i])) deleteProperty(realm, before[i]);
  };
  const start = (json) => {
    logs = ''; lines = 0; state = 'pending'; value = undefined;
    const settle = (how) => (what) => { if (state === 'pending') { state = how; value = what } };
    bind(json);
    apply(exec, nothing, ['']);
    apply(then, apply(make(), undefined, []), [settle('done'), settle('failed')]);
  };
  const describe = (cause) => {
    try {
      const known = cause instanceof Error;
      return stringify({ message: text(known ? cause : show(cause)), stack: known ? text(cause.stack) : '' });
    } catch { return '{"message":"An error that cannot be shown","stack":""}' }
  };
  const finish = () => {
    let body = 'null';
    if (state === 'failed') body = describe(value);
    if (state === 'done' && typeof value === 'string' && value.length > ${MAX_OUTPUT}) state = 'too_large';
    if (state === 'done') {
      try { body = stringify(value) ?? 'null' } catch (cause) { state = 'failed'; body = describe(cause) }
      if (body.length > ${MAX_OUTPUT}) { state = 'too_large'; body = 'null' }
    }
    const answer = state + '\\n[' + logs + ']\\n' + body;
    value = undefined;
    for (let i = 0; i < names.length; i++) define(names[i], undefined);
    return answer;
  };
  ${GUARD}
  const isBody = (source) => { try { AsyncFunction(source); return true } catch { return false } };
  return (step, argument, more) => {
    if (step === 'again') return isPristine(more) && (start(argument), true);
    if (step === 'start') { make = more; return start(argument) }
    if (step === 'finish') return finish();
    noteRealm();
    return isBody(argument);
  };
})()`.replaceAll(/\n\s*/g, ' ')

/** The person's lines start on line 2 of the script; the host compiles it with a line offset of -1. */
export const wrapSource = (source: string): string => `(() => async function () {\n${source}\n})`
