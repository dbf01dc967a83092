import { Decrypter, Encrypter, Stanza } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { identityOf, recipientOf } from './passphrase.ts'

const PASSPHRASE = 'a passphrase of a test, नमस्ते'
/** Little, so that the library's own is fast. */
const WORK = 10
const FILE_KEY = new Uint8Array(16).fill(7)

async function ours(): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipientOf(PASSPHRASE, WORK))
  return encrypter.encrypt('the rows')
}

describe('the passphrase of a backup', () => {
  it('is that of the format: the library opens ours, and ours opens those of the library', async () => {
    const theirs = new Decrypter()
    theirs.addPassphrase(PASSPHRASE)
    expect(await theirs.decrypt(await ours(), 'text')).toBe('the rows')

    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(WORK)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identityOf(PASSPHRASE))
    expect(await decrypter.decrypt(await encrypter.encrypt('the rows'), 'text')).toBe('the rows')
  })

  it('opens nothing when it is another one', async () => {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identityOf(`${PASSPHRASE}.`))
    await expect(decrypter.decrypt(await ours())).rejects.toThrow('no identity matched')
  })

  it('refuses a header that is not as the format says, before any work is done', async () => {
    const [sound] = await recipientOf(PASSPHRASE, WORK).wrapFileKey(FILE_KEY)
    const { args = [], body = new Uint8Array() } = sound ?? {}
    const [type = '', salt = '', work = ''] = args
    const identity = identityOf(PASSPHRASE)
    expect(await identity.unwrapFileKey([new Stanza([type, salt, work], body)])).toEqual(FILE_KEY)
    expect(await identity.unwrapFileKey([new Stanza(['X25519', salt], body)])).toBeNull()
    const wrong: Stanza[][] = [
      [new Stanza([type, salt, '21'], body)],
      [new Stanza([type, salt, '010'], body)],
      [new Stanza([type, salt], body)],
      [new Stanza([type, `${salt}==`, work], body)],
      [new Stanza([type, salt.slice(1), work], body)],
      [new Stanza([type, salt, work], body.slice(1))],
      [new Stanza(['X25519', salt], body), new Stanza([type, salt, work], body)],
    ]
    for (const stanzas of wrong) await expect(identity.unwrapFileKey(stanzas)).rejects.toThrow(/header/)
  })
})
