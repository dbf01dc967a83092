/** What the API reference says of an endpoint: a title, and what it does, needs and returns. Read by the server only. */
export type ReferenceText = readonly [summary: string, description: string]
