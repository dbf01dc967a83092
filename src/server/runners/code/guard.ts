/**
 * Tells whether an execution left anything behind in a context that the next one is to use: text of the guest's realm, part of `REALM`.
 *
 * It is there for correctness, not as a wall. Code that fools it can only find again what it left itself, in the same workflow and for
 * the same owner (`Sandbox`). All it calls was taken before the person's code ran.
 *
 * Looked at is everything that code can reach without having made it: the global object and, from there and from syntax (generators,
 * iterators, call sites), every built-in object, with its prototype, whether it takes properties, and the value and attributes of each
 * property. That nothing was added is seen in three ways, since listing the keys of 700 objects takes longer than many an execution: those
 * of the global object are counted each time; what is added by assignment under a text name is enumerable, which `for in` sees at once;
 * for the rest, `isPristine(true)` counts all keys. `LEAVES_HIDDEN_KEYS` says when that is needed.
 */
export const GUARD = `
  const holders = [], keys = [], held = [], setters = [], flags = [];
  const objects = [], prototypes = [], counts = [], functions = [], listed = [];
  let globals = 0;
  const flagsOf = (one) => (one.enumerable ? 1 : 0) | (one.configurable ? 2 : 0) | (one.writable ? 4 : 0);
  const callSite = () => {
    Error.prepareStackTrace = (_, frames) => frames;
    const [frame] = new Error().stack;
    delete Error.prepareStackTrace;
    return frame;
  };
  const noteObject = (object, own) => {
    objects[objects.length] = object;
    prototypes[prototypes.length] = getPrototypeOf(object);
    counts[counts.length] = own.length;
    for (const key of own) {
      const one = getOwnPropertyDescriptor(object, key);
      if (!one.configurable && !one.writable) continue;
      holders[holders.length] = object;
      keys[keys.length] = key;
      held[held.length] = 'value' in one ? one.value : one.get;
      setters[setters.length] = one.set;
      flags[flags.length] = flagsOf(one);
    }
    if (object !== realm) {
      let enumerable = false;
      for (const _ in object) enumerable = true;
      if (enumerable) listed[objects.length - 1] = true;
    }
  };
  const noteRealm = () => {
    const seen = new Set();
    const visit = (object) => {
      if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object)) return;
      seen.add(object);
      const own = ownKeys(object);
      if (!isExtensible(object)) {}
      else if (typeof object === 'function' && own.length === 2 && getPrototypeOf(object) === Function.prototype) functions[functions.length] = object;
      else noteObject(object, own);
      visit(getPrototypeOf(object));
      for (const key of own) {
        const { value, get, set } = getOwnPropertyDescriptor(object, key);
        visit(value); visit(get); visit(set);
      }
    };
    visit(realm);
    const segments = new Intl.Segmenter().segment('a');
    const made = [function* () {}, async function () {}, async function* () {}, [].keys(), ''[Symbol.iterator](), new Map().keys(),
      new Set().keys(), 'a'.matchAll(/a/g), [].values().map((one) => one), Iterator.from({ next() {} }), segments, segments[Symbol.iterator](), callSite()];
    for (const one of made) visit(getPrototypeOf(one));
    const { get, set } = getOwnPropertyDescriptor(new Error(), 'stack') ?? {};
    visit(get); visit(set);
    globals = ownKeys(realm).length;
  };
  const isPristine = (full) => {
    if (ownKeys(realm).length !== globals + names.length) return false;
    for (let i = 0; i < holders.length; i++) {
      const one = getOwnPropertyDescriptor(holders[i], keys[i]);
      if (one === undefined || flagsOf(one) !== flags[i] || one.set !== setters[i]) return false;
      if ((one.get ?? one.value) !== held[i]) return false;
    }
    for (let i = 0; i < objects.length; i++) {
      const object = objects[i];
      if (getPrototypeOf(object) !== prototypes[i] || !isExtensible(object)) return false;
      if (object === realm) continue;
      if (full || listed[i]) { if (ownKeys(object).length !== counts[i]) return false }
      else for (const _ in object) return false;
    }
    for (let i = 0; i < functions.length; i++) {
      if (full) { if (!isAsMade(functions[i])) return false }
      else for (const _ in functions[i]) return false;
    }
    return true;
  };
  const functionPrototype = Function.prototype;
  const isAsMade = (one) => ownKeys(one).length === 2 && getPrototypeOf(one) === functionPrototype && isExtensible(one);
`

/**
 * Words without which code cannot add a property that `for in` does not list: one under a symbol, or one defined as not enumerable. They
 * are looked for in the code and in what it is given, since both can hold names. Code that puts such a word together out of parts only
 * deceives itself.
 */
export const LEAVES_HIDDEN_KEYS =
  /define(Propert|Getter|Setter)|captureStackTrace|Symbol|ownKeys|__proto__|etPrototypeOf|\bfreeze\b|\bseal\b|preventExtensions|\bdelete/
