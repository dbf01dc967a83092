/** The words that say how soon a ticket must be answered, and how its writer feels. */
import type { Sign } from './lexicon.ts'

/** How badly it must be answered soon, with the reason a reader is told. */
export const URGENCY: readonly (Sign & { reason: string })[] = [
  {
    pattern: /\b(?:hacked|fraud\w{0,5}|unauthori[sz]ed|stolen|data (?:leak|breach))\b|धोखा/gi,
    weight: 5,
    reason: 'security',
  },
  {
    pattern:
      /\b(?:production|server|system|site|whole (?:office|team)|all (?:our )?(?:users|customers|orders))\b[^.!?]{0,30}\b(?:is|are|has been|have been)? ?(?:down|stopped|blocked|stuck|failing|failed)\b/gi,
    weight: 5,
    reason: 'work stands still',
  },
  {
    pattern:
      /\b(?:legal notice|lawyer|advocate|consumer (?:court|forum|commission)|police|rbi|ombudsman|twitter|social media)\b/gi,
    weight: 4,
    reason: 'a threat of law or publicity',
  },
  {
    pattern: /\b(?:urgent(?:ly)?|asap|immediately|right (?:now|away)|emergency|critical|jaldi|turant)\b|तुरंत|जल्दी/gi,
    weight: 3,
    reason: 'asked for at once',
  },
  {
    pattern:
      /\b(?:today|tonight|tomorrow|in (?:an|one|two|\d{1,2}) hours?|by (?:evening|noon|eod|monday|friday)|deadline)\b/gi,
    weight: 2,
    reason: 'a deadline',
  },
  {
    pattern: /\b(?:medicine|insulin|hospital|patient|surgery|exam|wedding|flight)\b/gi,
    weight: 2,
    reason: 'what it is about',
  },
  {
    pattern:
      /\b(?:third|fourth|fifth|\d(?:rd|th)|many|several|multiple) times?\b|\bagain and again\b|\bno (?:reply|response)\b|\bstill (?:not|no|waiting)\b|\b(?:one|two|three|\d{1,2}) (?:weeks?|months?)\b/gi,
    weight: 2,
    reason: 'waiting long',
  },
  { pattern: /\b(?:lakh|crore)\b|(?:₹|\brs\.? ?)\d{1,3}(?:,\d{2,3}){1,3}\b/gi, weight: 1, reason: 'a large sum' },
]

/** Words of feeling with their weight; a negation before turns them round. */
export const FEELINGS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'good:1 great:2 excellent:3 love:2 loved:2 thanks:1 thank:1 happy:2 helpful:2 awesome:2 perfect:2 appreciate:2 wonderful:2 nice:1 amazing:2 satisfied:2 easy:1 fast:1 pleased:2 accha:1 badhiya:2 shukriya:1 dhanyavad:1 ' +
    'bad:-2 worst:-3 terrible:-3 horrible:-3 awful:-3 pathetic:-3 useless:-3 angry:-3 frustrated:-2 frustrating:-2 disappointed:-2 disappointing:-2 unacceptable:-3 rude:-2 cheated:-3 fraud:-3 scam:-3 hate:-3 annoyed:-2 annoying:-2 poor:-2 ridiculous:-2 waste:-2 wasted:-2 slow:-1 broken:-1 problem:-1 issue:-1 error:-1 fail:-1 failed:-1 failing:-1 wrong:-1 never:-1 unhappy:-2 fed:-1 sick:-1 tired:-1 complaint:-2 disgusting:-3 shame:-2 delay:-1 delayed:-1 damaged:-1 stolen:-2 hacked:-2 bekar:-3 ghatiya:-3 kharab:-2 bakwas:-3 pareshan:-2 gussa:-3'
  )
    .split(' ')
    .map((entry) => {
      const [word = '', weight = '0'] = entry.split(':')
      return [word, Number(weight)]
    }),
)

export const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never nothing hardly nahi nahin nhi without isnt wasnt dont doesnt didnt cant couldnt wont'.split(' '),
)
