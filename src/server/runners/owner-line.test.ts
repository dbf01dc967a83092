import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countAtWork, OwnerLine } from './owner-line.ts'

interface Job {
  owner: string
  number: number
}

describe('a line in which owners take turns', () => {
  it('serves each owner in the order they asked, and nobody waits for more than one turn of each other owner', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), (owners) => {
        const line = new OwnerLine<Job>()
        owners.forEach((owner, number) => {
          line.add({ owner, number })
        })
        const served: Job[] = []
        for (let job = line.next(new Map()); job; job = line.next(new Map())) {
          line.take(job)
          served.push(job)
        }
        expect(served).toHaveLength(owners.length)
        const names = new Set(owners)
        for (const owner of names) {
          const own = served.filter((job) => job.owner === owner)
          expect(own.map(({ number }) => number)).toEqual(own.map(({ number }) => number).toSorted((a, b) => a - b))
          const places = served.flatMap((job, place) => (job.owner === owner ? [place] : []))
          places.forEach((place, index) => {
            expect(place - (places[index - 1] ?? -1)).toBeLessThanOrEqual(names.size)
          })
        }
      }),
    )
  })

  it('prefers the owner with the fewest jobs at work', () => {
    const line = new OwnerLine<Job>()
    line.add({ owner: 'busy', number: 1 })
    line.add({ owner: 'idle', number: 2 })
    expect(line.next(countAtWork([{ job: { owner: 'busy' } }, { job: null }]))?.owner).toBe('idle')
  })

  it('gives an owner who had turns before the next one although new owners keep coming', () => {
    const line = new OwnerLine<Job>()
    const known = { owner: 'known', number: 0 }
    line.add(known)
    line.take(known)
    line.add(known)
    const served: string[] = []
    for (let number = 1; number <= 20; number++) {
      line.add({ owner: `new ${number}`, number })
      const job = line.next(new Map())
      if (!job) throw new Error('Nobody is next')
      line.take(job)
      served.push(job.owner)
    }
    expect(served[0]).toBe('known')
  })

  it('forgets a job that is withdrawn', () => {
    const line = new OwnerLine<Job>()
    const job = { owner: 'a', number: 1 }
    line.add(job)
    expect(line.remove(job)).toBe(true)
    expect(line.remove(job)).toBe(false)
    expect([line.size, line.sizeOf('a'), line.next(new Map())]).toEqual([0, 0, undefined])
  })
})
