/**
 * Phrases with which texts try to steer a model. Rules find the clumsy ones only: what protects is that data is marked as data, that tools
 * that act ask, and that no link carries anything away. Bounded patterns over one line's worth of text: linear.
 */

export interface InjectionSign {
  sign: string
  text: string
  start: number
  end: number
}

const SIGNS: readonly (readonly [string, RegExp])[] = [
  [
    'asks the model to forget its instructions',
    /\b(?:ignore|disregard|forget|override|bypass|do not follow|stop following)\b[^.\n]{0,40}\b(?:instruction|prompt|rule|guideline|direction|polic(?:y|ies)|above|previous|prior|earlier)\w{0,3}\b/gi,
  ],
  [
    'asks the model for its instructions',
    /\b(?:reveal|show|print|repeat|output|tell me|what (?:is|are)|display)\b[^.\n]{0,30}\b(?:system prompt|your (?:instruction|prompt|rule)s?|hidden (?:instruction|prompt)s?|initial prompt)\b/gi,
  ],
  [
    'gives the model another role',
    /\b(?:you are now (?:an? |called |DAN\b|in \w{1,20} mode|free|unrestricted|no longer)|from now on,? you|act as (?:if|an? unrestricted)|pretend (?:to be|you are)|developer mode|jailbreak|DAN mode|do anything now)\b/gi,
  ],
  [
    'speaks as the system',
    /(?:^|\n)\s{0,10}(?:#{1,6}\s{0,3})?(?:\[?(?:system|assistant|developer)\]?\s{0,3}:|<\|(?:im_start|system|assistant)\|?>|\[\/?INST\]|<<SYS>>)/gi,
  ],
  [
    'asks to send data elsewhere',
    /\b(?:send|post|upload|forward|exfiltrate|transmit|append|encode|include)\b[^.\n]{0,60}(?:https?:\/\/|\bto (?:this|the following) (?:url|address|link|server|webhook|e-?mail)\b)/gi,
  ],
  [
    'asks to hide something from the reader',
    /\b(?:do not|don't|never|without)\b[^.\n]{0,20}\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?)\b[^.\n]{0,20}\b(?:the )?(?:user|human|reader|owner|anyone)\b/gi,
  ],
  [
    'asks to call a tool',
    /\b(?:call|invoke|use|run|execute)\b[^.\n]{0,20}\b(?:the )?(?:tool|function|plugin|command|shell|terminal|api)\b[^.\n]{0,40}\b(?:with|to|now|immediately)\b/gi,
  ],
  ['an image address that transmits data', /!\[[^\]\n]{0,100}\]\(\s{0,3}https?:\/\/[^)\s]{1,500}\?[^)\s]{1,500}\)/gi],
  [
    'पिछले निर्देश अनदेखा करो',
    /(?:पिछले|पहले के|ऊपर के|सभी)[^।\n]{0,20}(?:निर्देश|नियम)[^।\n]{0,20}(?:अनदेखा|भूल|नज़रअंदाज़|नजरअंदाज)/g,
  ],
]

/** In the order of the text. */
export function findInjection(text: string): InjectionSign[] {
  return SIGNS.flatMap(([sign, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      sign,
      text: found.trim().slice(0, 200),
      start: index,
      end: index + found.length,
    })),
  ).sort((a, b) => a.start - b.start)
}
