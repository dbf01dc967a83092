/** Characters of a path that are kept. One long name above many values would otherwise be copied for each of them. */
const LONGEST = 500

/** The dotted path of a part of some settings. Below a name that is longer than a path may be, all parts have the same one. */
export const joinPath = (path: string, part: string | number): string =>
  path.length > LONGEST ? path : (path === '' ? `${part}` : `${path}.${part}`).slice(0, LONGEST + 1)
