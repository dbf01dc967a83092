import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Dr. Anita Rao', 'AR'],
  ['Prof Dr Meera Iyer', 'MI'],
  ['Asha Rao', 'AR'],
  ['Dr. Rao', 'R'],
  ['Dr.', 'D'],
  ['Chowk', 'C'],
  ['  ', '?'],
])('shows a person and not their title: %s', (name, letters) => expect(initials(name)).toBe(letters))
