import { z } from 'zod'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { analyse } from '#nodes/lib/legal/analyse.ts'
import { ClauseReport, report } from '#nodes/lib/legal/result.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Facts = ClauseReport.pick({
  contract_type: true,
  contract_type_confidence: true,
  parties: true,
  dates: true,
  amounts: true,
  truncated: true,
})

export const contractPartiesDates = defineNode({
  type: 'contract_parties_dates',
  version: 1,
  title: 'Parties, dates and amounts',
  category: 'legal',
  icon: 'users-round',
  description:
    'Extracts the parties of a contract, its dates (signing, start, end; calculated if only a term is given) and its amounts, each with its location.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
  }),
  output: Facts,
  sentence: () => 'Extracts parties, dates and amounts',
  timeout_ms: 60_000,
  run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    const { contract_type, contract_type_confidence, parties, dates, amounts, truncated } = report(
      document,
      analyse(document.text),
      1,
    )
    return output({ contract_type, contract_type_confidence, parties, dates, amounts, truncated })
  },
})
