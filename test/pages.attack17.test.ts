/** The whole program with its built pages: one visitor opens pages that have to be drawn. Needs `npm run build`. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { besiege, type Siege } from './support/siege.ts'

let siege: Siege
beforeAll(async () => {
  siege = await besiege()
}, 120_000)
afterAll(() => siege.end())

const WORDS = ['contract', 'invoice', 'discharge', 'triage', 'icd', 'statement', 'nda', 'phi', 'ticket', 'pdf']

it('others are answered as before', { timeout: 120_000 }, async () => {
  const ask = async (path: string) => {
    const began = performance.now()
    await (await fetch(siege.url + path)).text()
    return performance.now() - began
  }
  const measure = async (ms: number) => {
    const times: number[] = []
    const until = performance.now() + ms
    while (performance.now() < until) {
      times.push(await ask('/api/v1/health'), await ask('/api/v1/categories'))
      await new Promise((done) => setTimeout(done, 20))
    }
    times.sort((a, b) => a - b)
    return { n: times.length, median: Math.round(times[times.length >> 1] ?? 0), p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0) }
  }
  await measure(2_000)
  const alone = await measure(6_000)
  let over = false
  let pages = 0
  let drawn = 0
  const visitor = async (own: number) => {
    for (let n = 0; !over; n++) {
      const search = `${WORDS[n % 10]} ${WORDS[own % 10]} ${own}x${n}`
      const answer = await fetch(`${siege.url}/marketplace?search=${encodeURIComponent(search)}`, { headers: { accept: 'text/html' } })
      const html = await answer.text()
      if (answer.status === 200) pages++
      if (!html.includes('<div id="root"></div>')) drawn++
    }
  }
  const storm = Promise.all(Array.from({ length: 40 }, (_, own) => visitor(own)))
  const reader = async () => {
    const seen = { drawn: 0, empty: 0 }
    for (let n = 0; !over; n++) {
      const answer = await fetch(`${siege.url}/agent/icd10-coder`, { headers: { accept: 'text/html' } })
      seen[(await answer.text()).includes('<div id="root"></div>') ? 'empty' : 'drawn']++
      await new Promise((done) => setTimeout(done, 500))
    }
    return seen
  }
  const began = performance.now()
  const read = reader()
  const during = await measure(20_000)
  over = true
  await storm
  const others = await read
  console.log(JSON.stringify({ alone, during, pages, drawn, others, seconds: Math.round((performance.now() - began) / 1000) }))
  expect(others.empty).toBe(0)
  expect(during.p99).toBeLessThan(Math.max(100, alone.p99 * 3))
})
