import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const claimCheck: WorkflowTemplate = {
  slug: 'check-claim-codes',
  name: 'Check the codes of a claim',
  description:
    'Looks up every diagnosis and supply code of a claim in the installed tables, and reports which codes would be rejected and what to use instead.',
  category: 'healthcare',
  tags: ['claim', 'icd-10', 'hcpcs', 'billing', 'insurance', 'denial'],
  needs: NOTHING,
  sample: { title: 'Two diagnoses and a walker', input: { diagnoses: 'E11.9, I10, E11', supplies: 'E0143' } },
  expected: 'E11 can’t be billed on its own, and more specific codes are suggested; the other codes are valid.',
  document: flow(
    [
      {
        id: 'claim',
        type: 'input_form',
        title: 'Claim',
        config: {
          fields: [
            { name: 'diagnoses', label: 'Diagnosis codes (ICD-10-CM)', required: true, help: 'Comma-separated.' },
            { name: 'supplies', label: 'Supply codes (HCPCS)', help: 'Comma-separated. Optional.' },
          ],
        },
      },
      {
        id: 'icd',
        type: 'icd10_validate',
        title: 'Check the diagnoses',
        config: { codes: '{{ [$split($trigger.diagnoses, ",").$trim()] }}' },
      },
      {
        id: 'hcpcs',
        type: 'hcpcs_validate',
        title: 'Check the supplies',
        config: { codes: '{{ $trigger.supplies ? [$split($trigger.supplies, ",").$trim()] : [] }}' },
      },
      { id: 'both', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
      {
        id: 'verdict',
        type: 'set_fields',
        title: 'List the corrections',
        config: {
          fields: [
            { name: 'clean', value: '{{ $nodes.icd.all_valid and $nodes.hcpcs.all_valid }}' },
            { name: 'to_mend', value: '{{ [$append($nodes.icd.results, $nodes.hcpcs.results)[valid = false]] }}' },
            { name: 'diagnoses', value: '{{ $nodes.icd.results }}' },
            { name: 'supplies', value: '{{ $nodes.hcpcs.results }}' },
          ],
        },
      },
    ],
    ['claim > icd > both', 'claim > hcpcs > both > verdict'],
  ),
}
