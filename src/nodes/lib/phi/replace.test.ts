import { describe, expect, it } from 'vitest'
import { Replacements } from './replace.ts'

const LETTER =
  'Patient: Asha Ramachandran\nPhone: +91 98765 43210\nAsha Ramachandran was seen again. Ramachandran agrees.'

function replaced(text: string, label?: string) {
  const replacements = new Replacements()
  replacements.add(text, label)
  return { replacements, ...replacements.replace(text, label) }
}

describe('replacing personal data', () => {
  it('calls the same words the same, also where nothing around them gives them away', () => {
    const { text, counts } = replaced(LETTER)
    expect(text).toBe('Patient: [name 1]\nPhone: [phone 1]\n[name 1] was seen again. [name 1] agrees.')
    expect(counts).toEqual({ name: 3, phone: 1 })
  })

  it('knows a value by what it is called', () => {
    expect(replaced('Asha Ramachandran', 'patient_name').text).toBe('[name 1]')
    expect(replaced('Influenza', 'diagnosis').text).toBe('Influenza')
  })

  it('finds in one text what another one gave away', () => {
    const { replacements } = replaced(LETTER)
    expect(replacements.replace('as ramachandran, asha   RAMACHANDRAN said').text).not.toContain('asha   RAMACHANDRAN')
    expect(replacements.replace('Told by Ramachandran').text).toBe('Told by [name 1]')
  })

  it('changes nothing the second time, and numbers what is new after what was there', () => {
    const { replacements, text } = replaced(LETTER)
    expect(replacements.replace(text)).toEqual({ text, counts: {} })
    expect(replaced(text).text).toBe(text)
    expect(replacements.replace(`${text}\nEmail: vikram.m@example.org`).text).toBe(`${text}\nEmail: [email 1]`)
    expect(replacements.replace('Patient: Vikram Malhotra').text).toBe('Patient: [name 2]')
  })

  it('takes words that mean something in a pattern as they are', () => {
    expect(replaced('Email: a.b+c@example.org (a.b+c@example.org) axb+c@example').text).toContain('([email 1])')
  })
})
