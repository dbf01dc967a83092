/** The view of an agreement read against a playbook: what needs attention, what is missing, what is fine. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Finding, Tone, View } from './finding.ts'
import { t } from './reader.ts'
import { objectOf, objectsOf, placesOf, stringOf } from './result.ts'

const SHOWN: Record<string, { text: string; tone: Tone }> = {
  attention: { text: 'Attention', tone: 'warn' },
  missing: { text: 'Missing', tone: 'bad' },
  ok: { text: 'Passed', tone: 'good' },
}

function checkFinding(check: JsonObject): Finding {
  const status = SHOWN[stringOf(check.status) ?? '']
  return {
    id: `check:${stringOf(check.check)}`,
    label: stringOf(check.title) ?? stringOf(check.check) ?? t('Check'),
    title: null,
    badges: status ? [status] : [],
    confidence: null,
    notes: [stringOf(check.reason) ?? ''].filter(Boolean),
    places: placesOf(objectsOf(check.places)),
  }
}

function partyFinding(party: JsonObject): Finding {
  const role = stringOf(party.role)
  return {
    id: `party:${stringOf(party.name)}`,
    label: stringOf(party.name) ?? '',
    title: null,
    badges: role ? [{ text: role, tone: 'neutral' }] : [],
    confidence: null,
    notes: [],
    places: placesOf([party]),
  }
}

export const checksView: View = ({ data }) => {
  const checks = objectsOf(data.checks)
  const of = (status: string) => checks.filter((check) => check.status === status).map(checkFinding)
  const [attention, missing, fine] = [of('attention'), of('missing'), of('ok')]
  const parties = objectsOf(data.parties).map(partyFinding)
  const stranger = data.is_nda === false && {
    help: t('This text doesn’t look like a non-disclosure agreement. The checks were run anyway.'),
  }
  return [
    {
      key: 'open',
      label: t('To check {count}', { count: String(attention.length + missing.length) }),
      sections: [
        {
          title: t('Needs attention'),
          ...stranger,
          findings: attention,
          empty: t('Nothing needs attention.'),
        },
        { title: t('Missing'), findings: missing, empty: t('Everything the playbook requires is there.') },
      ],
    },
    {
      key: 'fine',
      label: t('Passed {count}', { count: String(fine.length) }),
      sections: [{ title: null, findings: fine, empty: t('No checks passed.') }],
    },
    {
      key: 'parties',
      label: t('Parties {count}', { count: String(parties.length) }),
      sections: [
        {
          title: null,
          findings: parties,
          empty: `No party was recognised. ${stringOf(objectOf(data.summary).note) ?? ''}`.trim(),
        },
      ],
    },
  ]
}
