/** Made from the contract when the bundle is built; see scripts/endpoint-table.ts. `open` is 1 for what needs no token. */
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
