/** The view of a help desk's answer: the sentences it rests on, the reply to send, what comes near. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Finding, View } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectOf, objectsOf, placesOf, stringOf } from './result.ts'

const cited =
  (kind: string) =>
  (found: JsonObject, index: number): Finding => ({
    id: `${kind}:${index}`,
    label: stringOf(found.article) ?? t('Article'),
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
    label: stringOf(data.question) ?? t('Question'),
    title: null,
    badges: found ? [] : [{ text: t('A person needs to answer'), tone: 'warn' }],
    confidence: found ? numberOf(data.confidence) : null,
    notes: [stringOf(data.answer) ?? stringOf(data.message) ?? ''].filter(Boolean),
    places: placesOf(citations),
  }
  return [
    {
      key: 'answer',
      label: t('Answer'),
      sections: [
        { title: null, findings: [answer] },
        ...(reply === null
          ? []
          : [
              {
                title: t('Reply'),
                findings: [
                  {
                    ...answer,
                    id: 'reply',
                    label: t('Draft reply'),
                    badges: [],
                    confidence: null,
                    notes: [reply],
                    places: placesOf(citations.slice(0, 1)),
                  },
                ],
              },
            ]),
        {
          title: found ? t('Source articles') : t('Closest articles'),
          findings: found ? citations.map(cited('citation')) : related.map(cited('near')),
          empty: t('No similar article.'),
        },
      ],
    },
    ...(found
      ? [
          {
            key: 'related',
            label: t('Related {count}', { count: String(related.length) }),
            sections: [
              { title: null, findings: related.map(cited('related')), empty: t('No other similar articles.') },
            ],
          },
        ]
      : []),
  ]
}
