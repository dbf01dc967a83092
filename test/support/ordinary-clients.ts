/**
 * The program of a worker thread: ordinary people who look at a server, each again and again, until they are told to stop. In a thread of
 * their own, because what an attacker prepares would hold them up as well.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export interface ClientsData {
  url: string
  /** What they look at, one after the other. */
  paths: readonly string[]
  clients: number
  /** What a client does between two looks, in ms. */
  rest_ms: number
}

export interface Looked {
  /** Of each look, in ms of elapsed time. */
  times: number[]
  /** Looks that were not answered with 200. */
  failed: number
}

const { url, paths, clients, rest_ms } = workerData as ClientsData
let over = false
parentPort?.once('message', () => {
  over = true
})

async function look(client: number, looked: Looked): Promise<void> {
  // Real clients do not all send at the same moment.
  await sleep((rest_ms * client) / clients)
  for (let n = client; !over; n++) {
    const began = performance.now()
    const answer = await fetch(url + paths[n % paths.length])
    await answer.arrayBuffer()
    looked.times.push(performance.now() - began)
    if (answer.status !== 200) looked.failed++
    await sleep(rest_ms)
  }
}

const looked: Looked = { times: [], failed: 0 }
await Promise.all(Array.from({ length: clients }, (_, client) => look(client, looked)))
parentPort?.postMessage(looked)
