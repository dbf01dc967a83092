/**
 * Tells whether an execution left anything behind in a context that the next one is to use: text of the guest's realm, part of `REALM`.
 *
 * It is there for correctness, not as a wall. Code that fools it can only find again what it left itself, in the same workflow and for
 * the same owner (`KeptContexts`). All it calls was taken before the person's code ran.
 *
 * Looked at is everything that code can reach without having made it: the global object and, from there and from syntax (generators,
 * iterators, call sites), every built-in object. A thorough look compares the keys of each, the value, accessors and attributes of each
 * property, its prototype and whether it takes more properties. That is some 2,500 questions, longer than many an execution takes.
 *
 * Code without one of the words in `NEEDS_THOROUGH_LOOK` can change built-in objects by assignment alone. That gives a property another
 * value, or adds one with a text for a name, which `for in` lists: a quick look asks for those two. Values are read by a function of its
 * own for each object, where V8 knows the place of each: 20 times as fast as one loop over all.
 */
export const GUARD = `
  const holders = [], keys = [], held = [], setters = [], flags = [];
  const objects = [], prototypes = [], counts = [], functions = [], valuesOf = [], enumerable = [];
  const functionPrototype = Function.prototype;
  let globals = 0;
  const flagsOf = (one) => (one.enumerable ? 1 : 0) | (one.configurable ? 2 : 0) | (one.writable ? 4 : 0);
  const callSite = () => {
    Error.prepareStackTrace = (_, frames) => frames;
    const [frame] = new Error().stack;
    delete Error.prepareStackTrace;
    return frame;
  };
  const noteObject = (object, own) => {
    objects.push(object);
    prototypes.push(getPrototypeOf(object));
    counts.push(own.length);
    const assignable = [];
    for (const key of own) {
      const one = getOwnPropertyDescriptor(object, key);
      if (!one.configurable && !one.writable) continue;
      holders.push(object);
      keys.push(key);
      held.push('value' in one ? one.value : one.get);
      setters.push(one.set);
      flags.push(flagsOf(one));
      if (one.writable) assignable.push(key);
    }
    const same = (key, index) => (object === realm ? key : typeof key === 'symbol' ? 'o[k' + index + ']' : 'o[' + stringify(key) + ']') + ' === v' + index;
    const constants = assignable.map((_, index) => 'k' + index + ' = k[' + index + '], v' + index + ' = v[' + index + ']').join();
    const make = Function('o', 'k', 'v', (constants && 'const ' + constants + ';') + 'return () => ' + (assignable.map(same).join(' && ') || true));
    valuesOf.push(make(object, assignable, assignable.map((key) => object[key])));
    let listed = 0;
    if (object !== realm) for (const _ in object) listed++;
    enumerable.push(listed);
  };
  const noteRealm = () => {
    const seen = new Set();
    const visit = (object) => {
      if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object)) return;
      seen.add(object);
      const own = ownKeys(object);
      const isMethod = typeof object === 'function' && own.length === 2 && getPrototypeOf(object) === functionPrototype;
      if (isExtensible(object)) isMethod ? functions.push(object) : noteObject(object, own);
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
  const isAsAssigned = () => {
    for (let i = 0; i < objects.length; i++) {
      if (!valuesOf[i]()) return false;
      let listed = 0;
      if (objects[i] !== realm) for (const _ in objects[i]) listed++;
      if (listed !== enumerable[i]) return false;
    }
    for (let i = 0; i < functions.length; i++) for (const _ in functions[i]) return false;
    return true;
  };
  const isAsNoted = () => {
    for (let i = 0; i < holders.length; i++) {
      const one = getOwnPropertyDescriptor(holders[i], keys[i]);
      if (one === undefined || flagsOf(one) !== flags[i] || one.set !== setters[i]) return false;
      if ((one.get ?? one.value) !== held[i]) return false;
    }
    for (let i = 0; i < objects.length; i++) {
      const object = objects[i];
      if (getPrototypeOf(object) !== prototypes[i] || !isExtensible(object)) return false;
      if (object !== realm && ownKeys(object).length !== counts[i]) return false;
    }
    for (let i = 0; i < functions.length; i++) {
      const one = functions[i];
      if (ownKeys(one).length !== 2 || getPrototypeOf(one) !== functionPrototype || !isExtensible(one)) return false;
    }
    return true;
  };
  const isPristine = (isThorough) => {
    try {
      return ownKeys(realm).length === globals + names.length && isAsAssigned() && (!isThorough || isAsNoted());
    } catch { return false }
  };
`

/**
 * Words without which code cannot change built-in objects other than by assignment under a text for a name. They are looked for in the
 * code and in what it is given, since both can hold names. Code that puts such a word together out of parts only deceives itself.
 */
export const NEEDS_THOROUGH_LOOK =
  /define(Propert|Getter|Setter)|captureStackTrace|Symbol|ownKeys|__proto__|etPrototypeOf|\bfreeze\b|\bseal\b|preventExtensions|\bdelete/
