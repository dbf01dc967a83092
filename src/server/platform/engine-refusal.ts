/** The engine refuses, and nothing has changed. Here because areas know the engine by its port only. */
export class EngineRefusal extends Error {
  readonly code: 'not_found' | 'illegal_transition' | 'unknown_node' | 'not_runnable' | 'shutting_down'
  readonly field: string | null
  constructor(code: EngineRefusal['code'], message: string, field: string | null = null) {
    super(message)
    this.name = 'EngineRefusal'
    this.code = code
    this.field = field
  }
}
