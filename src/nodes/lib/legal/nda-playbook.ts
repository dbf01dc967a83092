/** What a reader of a non-disclosure agreement accepts. The defaults are a cautious Indian company's; every one is a setting. */
import { z } from 'zod'

export const SIDES = ['either', 'receiving', 'disclosing'] as const

export const Playbook = z.strictObject({
  side: z
    .enum(SIDES)
    .default('either')
    .describe('For whom the agreement is read: who receives information, who gives it, or both.')
    .meta({ title: 'Read for' }),
  want_mutual: z
    .boolean()
    .default(true)
    .describe('A one-way agreement asks for attention.')
    .meta({ title: 'Mutual wanted' }),
  most_term_years: z
    .number()
    .min(0)
    .max(50)
    .default(5)
    .describe('A longer term of the agreement asks for attention.')
    .meta({ title: 'Longest term (years)' }),
  most_survival_years: z
    .number()
    .min(0)
    .max(50)
    .default(5)
    .describe('Secrecy that lasts longer after the end asks for attention.')
    .meta({ title: 'Longest survival (years)' }),
  governing_laws: z
    .array(z.string().min(2).max(60))
    .max(20)
    .default(['India'])
    .describe('Accepted governing laws; empty accepts all.')
    .meta({ title: 'Accepted laws' }),
  allow_residuals: z
    .boolean()
    .default(false)
    .describe('What stays in memory may be used.')
    .meta({ title: 'Residuals allowed' }),
  allow_non_solicit: z
    .boolean()
    .default(false)
    .describe('A promise not to hire or court the other’s people.')
    .meta({ title: 'Non-solicitation allowed' }),
  require_injunctive_relief: z
    .boolean()
    .default(true)
    .describe('The agreement should say that a court may be asked for an injunction.')
    .meta({ title: 'Injunctive relief wanted' }),
})
export type Playbook = z.output<typeof Playbook>
