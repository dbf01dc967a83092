/**
 * `$vars` and `$env`: values that an installation of n8n has and its exports do not. They become the fields of one step behind the
 * trigger, to be entered once; a run says so while they are missing.
 */
import { mapped } from './mapped.ts'
import { step } from './script/jsonata-piece.ts'
import { type Link, moved, type Unit } from './unit.ts'

export class Variables {
  /** Of the step that holds them. */
  readonly id: string
  readonly #names = new Set<string>()

  constructor(id: string) {
    this.id = id
  }

  /** @returns what reads the variable */
  read(name: string): string {
    this.#names.add(name)
    return step(`$nodes.${this.id}`, name)
  }

  /** Puts the step behind the trigger, where any step of the workflow reads it, and one behind it that hands on what came in. */
  placed(
    units: readonly Unit[],
    ways: readonly Link[],
    name: (wanted: string) => string,
  ): { units: Unit[]; ways: Link[] } {
    const same = { units: [...units], ways: [...ways] }
    const trigger = units.find((unit) => unit.mapped.trigger)
    const text = JSON.stringify(units.map((unit) => unit.mapped))
    if (!trigger || !text.includes(`$nodes.${this.id}`)) return same
    const names = [...this.#names].sort().filter((one) => text.includes(step(`$nodes.${this.id}`, one)))
    const fields = names.map((one) => ({
      name: one,
      value: `{{ $error(${JSON.stringify(`Enter the value of ${one}, which n8n kept in its settings`)}) }}`,
    }))
    const slots = names.map((one, index) => ({ field: `fields.${index}.value`, type: 'value', name: one }))
    const held: Unit = {
      id: this.id,
      title: 'Variables of n8n',
      mapped: mapped('set_fields', { fields }, { slots }),
      position: moved(trigger, 60),
      step: null,
    }
    const back: Unit = {
      id: name(`${this.id}_input`),
      title: 'What started it',
      mapped: mapped('set_fields', { json: `{{ $nodes.${trigger.id} }}` }, { gives: 'same' }),
      position: moved(trigger, 120),
      step: null,
    }
    return {
      units: [...units, held, back],
      ways: [
        ...ways.map((way) => (way.from === trigger.id ? { ...way, from: back.id } : way)),
        { from: trigger.id, port: 'out', to: held.id },
        { from: held.id, port: 'out', to: back.id },
      ],
    }
  }
}
