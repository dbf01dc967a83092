/** Made from the contract when the bundle is built; see scripts/contract-tables.ts. `open` is 1 for what needs no token. */
declare module 'virtual:endpoints' {
  type Row = readonly [
    method: string,
    path: string,
    open: 0 | 1,
    timeout?: number,
    answers?: 'envelope' | 'raw' | 'file' | 'stream',
  ]
  const table: Readonly<Record<string, Row>>
  export default table
}

/** The guard of every page that has a screen, by the contract's path. */
declare module 'virtual:guards' {
  const table: Readonly<Record<string, import('#contract/access.ts').Guard>>
  export default table
}
