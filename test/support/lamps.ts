/** An API document with one operation, as a person adds it. */
export const LAMPS = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://lamps.example' }],
  paths: { '/lamps': { get: { operationId: 'look', responses: {} } } },
})
