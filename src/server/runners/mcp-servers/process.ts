/**
 * Loaded before the program of an MCP server: makes the only way out, waits for what the server is given, and leaves. All that comes after
 * this is code of strangers, which finds a plain Node.
 */
import { Socket } from 'node:net'
import type { ToServer } from '#nodes/server-work.ts'
import { raiseWalls } from '#server/runners/pieces/guest-walls.ts'
import { encodeFrame, FrameReader } from '#server/runners/wire.ts'

const MOST_BYTES = 1_000_000

const socket = new Socket({ fd: 3, readable: true, writable: true })
const reader = new FrameReader(MOST_BYTES)
const started = new Promise<ToServer>((resolve) => {
  socket.on('data', (chunk) => {
    for (const { header } of reader.push(chunk)) resolve(header as ToServer)
  })
})
socket.on('error', () => process.exit(0))
socket.on('close', () => process.exit(0))
raiseWalls()
for (const part of encodeFrame({ kind: 'ready' })) socket.write(part)
const { environment } = await started
// Not in the environment that the system keeps of a process, which others of this user could read.
// biome-ignore lint/style/noProcessEnv: what a server reads its settings from
Object.assign(process.env, environment)
// It ends with the server of Chowk, and otherwise when it has nothing to do.
socket.unref()
