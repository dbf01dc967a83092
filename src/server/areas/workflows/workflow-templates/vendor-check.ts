import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const vendorCheck: WorkflowTemplate = {
  slug: 'check-a-new-vendor',
  name: 'Check a new vendor’s numbers',
  description:
    'Checks the format and checksum of a new vendor’s GSTIN, PAN, IFSC and account numbers, and that PAN and GSTIN belong together.',
  category: 'finance',
  tags: ['vendor', 'gstin', 'pan', 'ifsc', 'kyc', 'onboarding'],
  needs: NOTHING,
  sample: {
    title: 'A firm in Maharashtra',
    input: { gstin: '27AAPFU0939F1ZV', pan: 'AAPFU0939F', ifsc: 'HDFC0000123' },
  },
  expected: 'All three are valid, and the PAN matches the one in the GSTIN.',
  document: flow(
    [
      {
        id: 'vendor',
        type: 'input_form',
        title: 'Vendor',
        config: {
          fields: [
            { name: 'gstin', label: 'GSTIN', required: true },
            { name: 'pan', label: 'PAN', required: true },
            { name: 'ifsc', label: 'IFSC', required: true },
          ],
        },
      },
      {
        id: 'check',
        type: 'validate_identifiers',
        title: 'Check the numbers',
        config: { values: ['{{ $trigger.gstin }}', '{{ $trigger.pan }}', '{{ $trigger.ifsc }}'] },
      },
      {
        id: 'fits',
        type: 'if',
        title: 'Are they valid?',
        config: {
          condition: '{{ $nodes.check.all_valid and $substring($trigger.gstin, 2, 10) = $uppercase($trigger.pan) }}',
        },
      },
      {
        id: 'accept',
        type: 'set_fields',
        title: 'Accept the vendor',
        config: {
          fields: [
            { name: 'accepted', value: true },
            { name: 'checks', value: '{{ $nodes.check.results }}' },
          ],
        },
      },
      {
        id: 'refuse',
        type: 'set_fields',
        title: 'Ask the vendor again',
        config: {
          fields: [
            { name: 'accepted', value: false },
            {
              name: 'ask_about',
              value:
                '{{ $append([$nodes.check.results[valid = false].(value & ": " & reason)], $substring($trigger.gstin, 2, 10) = $uppercase($trigger.pan) ? [] : ["The PAN is not the one in the GSTIN"]) }}',
            },
          ],
        },
      },
    ],
    ['vendor > check > fits', 'fits:true > accept', 'fits:false > refuse'],
  ),
}
