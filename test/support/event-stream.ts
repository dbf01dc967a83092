/** What a stream of server-sent events says, one event after the other, until it ends or breaks. */
export async function* eventsIn<T>(answer: Response): AsyncGenerator<T> {
  let rest = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}
