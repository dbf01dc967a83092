/** The view of a help desk's answer: the sentences it rests on, the reply to send, what comes near. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Finding, View } from './finding.ts'
import { numberOf, objectOf, objectsOf, placesOf, stringOf } from './result.ts'

const cited =
  (kind: string) =>
  (found: JsonObject, index: number): Finding => ({
    id: `${kind}:${index}`,
    label: stringOf(found.article) ?? 'Article',
    title: stringOf(found.url) ?? stringOf(objectOf(found.source).document),
    badges: [],
    confidence: null,
    notes: [],
    places: placesOf([found]),
  })

export const answerView: View = ({ data }) => {
  const citations = objectsOf(data.citations)
  const related = objectsOf(data.related)
  const reply = stringOf(data.reply)
  const found = data.found === true
  const answer: Finding = {
    id: 'answer',
    label: stringOf(data.question) ?? 'Question',
    title: null,
    badges: found ? [] : [{ text: 'A person needs to answer', tone: 'warn' }],
    confidence: found ? numberOf(data.confidence) : null,
    notes: [stringOf(data.answer) ?? stringOf(data.message) ?? ''].filter(Boolean),
    places: placesOf(citations),
  }
  return [
    {
      key: 'answer',
      label: 'Answer',
      sections: [
        { title: null, findings: [answer] },
        ...(reply === null
          ? []
          : [
              {
                title: 'Reply',
                findings: [
                  {
                    ...answer,
                    id: 'reply',
                    label: 'Draft reply',
                    badges: [],
                    confidence: null,
                    notes: [reply],
                    places: placesOf(citations.slice(0, 1)),
                  },
                ],
              },
            ]),
        {
          title: found ? 'Source articles' : 'Closest articles',
          findings: found ? citations.map(cited('citation')) : related.map(cited('near')),
          empty: 'No similar article.',
        },
      ],
    },
    ...(found
      ? [
          {
            key: 'related',
            label: `Related ${related.length}`,
            sections: [{ title: null, findings: related.map(cited('related')), empty: 'No other similar articles.' }],
          },
        ]
      : []),
  ]
}
