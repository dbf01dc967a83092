/** Movements of money as the product makes them, one after the other at random: each comes from what came before it. */
import type { UserId } from '#contract/core/primitives.ts'
import type { LedgerLine, Posting } from '#server/areas/billing/ledger/accounts.ts'

export type Random = () => number

/** Mulberry32: small, quick, the same for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Move {
  posting: Posting
  /** It was posted. */
  done: (id: string) => void
}
export interface LedgerMoves {
  next(): Move
}

interface Hold {
  buyer: UserId
  paise: number
}
type Sale = Hold & { seller: UserId; parts: readonly LedgerLine[] }
interface Payout {
  seller: UserId
  paise: number
}

export const opposite = (lines: readonly LedgerLine[]): LedgerLine[] =>
  lines.map((line) => ({ ...line, paise: -line.paise }))

const KEPT = 100

interface Hand {
  name: string
  random: Random
  buyers: readonly UserId[]
  sellers: readonly UserId[]
}

/** One worker's. What it holds, sold and paid is its own; buyers and sellers are everybody's. */
export function ledgerMoves({ name, random, buyers, sellers }: Hand): LedgerMoves {
  let count = 0
  const holds: Hold[] = []
  const sales: Sale[] = []
  const payouts: Payout[] = []
  const posted: { id: string; lines: readonly LedgerLine[] }[] = []
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const take = <T>(list: T[]): T | undefined => list.splice(Math.floor(random() * list.length), 1)[0]
  const keep = <T>(list: T[], thing: T) => {
    list.push(thing)
    if (list.length > KEPT) list.shift()
  }
  const move = (kind: string, lines: readonly LedgerLine[], done: () => void = () => {}): Move => {
    const key = `${kind}:${name}:${++count}`
    return {
      posting: { key, kind, cause: { type: 'storm', id: key }, lines: lines.filter(({ paise }) => paise !== 0) },
      done: (id) => {
        done()
        keep(posted, { id, lines })
      },
    }
  }
  const topUp = () => {
    const [buyer, paise] = [one(buyers), upTo(50_000)]
    return move('top_up', [
      { account: 'gateway', paise: -paise },
      { account: 'credits', owner: buyer, paise },
    ])
  }
  const hold = () => {
    const [buyer, paise] = [one(buyers), upTo(20_000) + 100]
    const lines: LedgerLine[] = [
      { account: 'credits', owner: buyer, paise: -paise },
      { account: 'credits_held', owner: buyer, paise },
    ]
    return move('hold', lines, () => keep(holds, { buyer, paise }))
  }
  const release = () => {
    const held = take(holds)
    if (!held) return hold()
    return move('release', [
      { account: 'credits_held', owner: held.buyer, paise: -held.paise },
      { account: 'credits', owner: held.buyer, paise: held.paise },
    ])
  }
  const sale = () => {
    const held = take(holds)
    if (!held) return hold()
    const { buyer, paise } = held
    const seller = one(sellers)
    const commission = Math.floor(paise * 0.15)
    const [gst, tcs, tds] = [Math.floor(commission * 0.18), Math.floor(paise / 200), Math.floor(paise / 1000)]
    const parts: LedgerLine[] = [
      { account: 'earnings', owner: seller, paise: paise - commission - gst - tcs - tds },
      { account: 'commission', paise: commission },
      { account: 'gst_payable', paise: gst },
      { account: 'tcs_payable', paise: tcs },
      { account: 'tds_payable', paise: tds },
    ]
    const lines: LedgerLine[] = [{ account: 'credits_held', owner: buyer, paise: -paise }, ...parts]
    return move('sale', lines, () => keep(sales, { buyer, paise, seller, parts }))
  }
  const refund = () => {
    const sold = take(sales)
    if (!sold) return topUp()
    return move('refund', [...opposite(sold.parts), { account: 'credits', owner: sold.buyer, paise: sold.paise }])
  }
  const payout = () => {
    const [seller, paise] = [one(sellers), upTo(10_000)]
    const lines: LedgerLine[] = [
      { account: 'earnings', owner: seller, paise: -paise },
      { account: 'payouts', paise },
    ]
    return move('payout', lines, () => keep(payouts, { seller, paise }))
  }
  const endPayout = () => {
    const ended = take(payouts)
    if (!ended) return payout()
    const { seller, paise } = ended
    const to: LedgerLine = random() < 0.8 ? { account: 'bank', paise } : { account: 'earnings', owner: seller, paise }
    return move('payout_ended', [{ account: 'payouts', paise: -paise }, to])
  }
  const reverse = () => {
    const was = take(posted)
    if (!was) return topUp()
    const made = move('correction', opposite(was.lines))
    return { ...made, posting: { ...made.posting, key: `reverse:${was.id}`, reverses: was.id }, done: () => {} }
  }
  const CHOICES = [topUp, topUp, hold, hold, hold, release, sale, sale, refund, payout, endPayout, reverse]
  return { next: () => one(CHOICES)() }
}
