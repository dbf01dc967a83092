import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rewrap, seal, Unreadable, unseal } from './envelope.ts'
import { type KeyRing, loadKeyRing } from './keys.ts'

const newKey = () => randomBytes(32).toString('base64')
const row = { id: '0190-1', owner_id: '0190-2', type: 'bearer' }
const fields = { token: 'canary-7f3a9', note: 'नमस्ते' }

let folder: string
let ring: KeyRing
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowk-vault-'))
  ring = loadKeyRing(undefined, folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an envelope', () => {
  it('gives back what was sealed, and holds it nowhere in the clear', () => {
    const box = seal(ring, fields, row)
    expect(unseal(ring, box, row)).toEqual(fields)
    const bytes = Buffer.concat([box.sealed, box.wrapped_key])
    expect(bytes.includes('canary')).toBe(false)
    // A data key of its own: the same content never looks the same.
    expect(seal(ring, fields, row).sealed.equals(box.sealed)).toBe(false)
  })

  it.each(['id', 'owner_id', 'type'] as const)('does not open in a row with another %s', (column) => {
    const box = seal(ring, fields, row)
    expect(() => unseal(ring, box, { ...row, [column]: 'other' })).toThrow(Unreadable)
  })

  it('does not open with the fields of another envelope', () => {
    const [one, two] = [seal(ring, fields, row), seal(ring, fields, row)]
    expect(() => unseal(ring, { ...one, sealed: two.sealed }, row)).toThrow(Unreadable)
  })

  it('does not open once a single bit was changed, or cut', () => {
    const box = seal(ring, fields, row)
    for (const part of ['sealed', 'wrapped_key'] as const) {
      for (const at of [0, 13, box[part].length - 1]) {
        const changed = Buffer.from(box[part])
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(() => unseal(ring, { ...box, [part]: changed }, row)).toThrow(Unreadable)
      }
      expect(() => unseal(ring, { ...box, [part]: box[part].subarray(0, 20) }, row)).toThrow(Unreadable)
    }
  })

  it('says plainly when its key is gone', () => {
    const box = seal(ring, fields, row)
    rmSync(join(folder, 'vault-key'))
    expect(() => unseal(loadKeyRing(undefined, folder), box, row)).toThrow(Unreadable)
  })

  it('moves under a newer key without being opened, and still opens', () => {
    const [old, next] = [newKey(), newKey()]
    const before = loadKeyRing(old, folder)
    const both = loadKeyRing(`${next},${old}`, folder)
    const box = seal(before, fields, row)
    const moved = { ...box, ...rewrap(both, box, row) }
    expect(moved.key_id).toBe(both[0].id)
    expect(moved.sealed).toBe(box.sealed)
    expect(unseal(loadKeyRing(next, folder), moved, row)).toEqual(fields)
    expect(() => rewrap(loadKeyRing(next, folder), box, row)).toThrow(Unreadable)
  })
})

describe('the keys', () => {
  it('are made once, for the owner of the process alone', () => {
    const file = join(folder, 'vault-key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
    expect(loadKeyRing(undefined, folder)).toEqual(ring)
  })

  it('of the folder still open what they sealed after VAULT_KEY was set', () => {
    const box = seal(ring, fields, row)
    const named = loadKeyRing(newKey(), folder)
    expect(named[0].id).not.toBe(box.key_id)
    expect(unseal(named, box, row)).toEqual(fields)
  })

  it.each(['short', 'x'.repeat(44), `${newKey()},nonsense`])('%s is refused with what VAULT_KEY should be', (text) => {
    expect(() => loadKeyRing(text, folder)).toThrow(/VAULT_KEY: 32 random bytes/)
  })

  it('that are damaged are refused, not replaced', () => {
    writeFileSync(join(folder, 'vault-key'), 'damaged')
    expect(() => loadKeyRing(undefined, folder)).toThrow(/Restore it from a backup/)
  })
})
