/** Made from the contract when the bundle is built; see scripts/contract-tables.ts. Those that need no token. */
declare module 'virtual:endpoints' {
  const table: import('#web/api/client.ts').EndpointTable
  export default table
}

/** Those that need a token. */
declare module 'virtual:closed-endpoints' {
  const table: import('#web/api/client.ts').EndpointTable
  export default table
}

/** Those of a chat’s visitor. */
declare module 'virtual:visitor-endpoints' {
  const table: import('#web/api/client.ts').EndpointTable
  export default table
}

/** The guard of every page that has a screen, by the contract's path. */
declare module 'virtual:guards' {
  const table: Readonly<Record<string, import('#contract/core/access.ts').Guard>>
  export default table
}
