/** Items that never change their order, or have no identity but their place, with that as their key. */
export const withNumbers = <T>(items: readonly T[]): { key: string; at: number; item: T }[] =>
  items.map((item, at) => ({ key: `${at}`, at, item }))
