/** Where no MCP server from a package is started. */
import type { RunServer } from '#nodes/server-work.ts'

export const noPackages: RunServer = () => Promise.reject(new Error('No MCP server from a package is started here'))
