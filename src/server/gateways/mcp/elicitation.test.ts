import { describe, expect, it } from 'vitest'
import { readAsked, replyTo } from './elicitation.ts'

const form = (properties: object, message = 'Please fill this in') =>
  readAsked({ message, requestedSchema: { type: 'object', properties } })

describe('a question of a server', () => {
  it.each<[string, object, string?]>([
    ['a password', { password: { type: 'string' } }],
    ['a token, in camel case', { accessToken: { type: 'string' } }],
    ['a key, by its title', { value: { type: 'string', title: 'API key' } }],
    ['a code, by its description', { value: { type: 'string', description: 'The one-time code we sent you' } }],
    ['a card, by its name', { card_number: { type: 'string' } }],
    ['a secret, by its message', { value: { type: 'string' } }, 'Enter your passphrase'],
    ['a PIN', { pin: { type: 'string' } }],
  ])('for %s is for a secret, and declined also when it is answered', (_name, properties, message) => {
    const asked = form(properties, message)
    expect(asked.secret).toBe(true)
    const values = Object.fromEntries(Object.keys(properties).map((name) => [name, 'x']))
    expect(replyTo(asked, [{ message: asked.message, values }])).toEqual({ action: 'decline' })
  })

  it('that opens an address is declined', () => {
    expect(readAsked({ mode: 'url', message: 'Open this page' }).secret).toBe(true)
  })

  it('for something else takes the answer to it, and no other', () => {
    const asked = form({ city: { type: 'string' }, opinion: { type: 'string' } })
    expect(asked.secret).toBe(false)
    const { message } = asked
    expect(replyTo(asked, [{ message, values: { city: 'Pune' } }])).toEqual({
      action: 'accept',
      content: { city: 'Pune' },
    })
    for (const answers of [
      [],
      [{ message: 'Another question', values: { city: 'Pune' } }],
      [{ message, values: { country: 'India' } }],
      [{ message, values: { city: { nested: true } } }],
    ])
      expect(replyTo(asked, answers)).toEqual({ action: 'decline' })
  })
})
