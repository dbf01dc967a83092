/** What is translated of the JavaScript in n8n's expressions: one expression, nothing that changes anything. */

export type Script =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'nothing' }
  | { kind: 'template'; parts: (string | Script)[] }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Script; name: string }
  | { kind: 'index'; of: Script; at: Script }
  | { kind: 'call'; callee: Script; args: Script[] }
  | { kind: 'new'; name: string; args: Script[] }
  | { kind: 'unary'; operator: string; of: Script }
  | { kind: 'binary'; operator: string; left: Script; right: Script }
  | { kind: 'choice'; condition: Script; consequent: Script; alternate: Script }
  | { kind: 'list'; items: Script[] }
  | { kind: 'object'; fields: { name: string; value: Script }[] }
  | { kind: 'arrow'; parameters: string[]; body: Script }
  | { kind: 'pattern'; source: string; flags: string }

/** Why an expression of n8n was not translated; said in a warning. */
export class NotTranslated extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotTranslated'
  }
}
