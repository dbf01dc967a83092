/** The functions and libraries that n8n's expressions can use. */
import { type Piece, piece } from './jsonata-piece.ts'
import { NotTranslated, type Script } from './script-ast.ts'
import type { Emitter } from './translate-methods.ts'
import { momentOf, NOW } from './translate-time.ts'

/** `Number(x)`, `$if(a, b, c)`. @throws NotTranslated */
export function globalFunction(name: string, args: readonly Script[], emit: Emitter): Piece {
  const [first, second, third] = args
  if (!first) throw new NotTranslated(`“${name.slice(0, 40)}()” has no equivalent here`)
  const { code } = emit.value(first)
  switch (name) {
    case 'Number':
    case 'parseFloat':
      return piece(`$number(${code})`, 'number')
    case 'parseInt':
      return piece(`$floor($number(${code}))`, 'number')
    case 'String':
      return piece(`$string(${code})`, 'text')
    case 'Boolean':
      return piece(`$boolean(${code})`, 'boolean')
    case 'isNaN':
      return piece(
        `($boolean($match($string(${code}), /^\\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[-+]?[0-9]+)?\\s*$/i)) = false)`,
        'boolean',
      )
    case 'encodeURIComponent':
      return piece(`$encodeUrlComponent(${code})`, 'text')
    case 'encodeURI':
      return piece(`$encodeUrl(${code})`, 'text')
    case 'decodeURIComponent':
      return piece(`$decodeUrlComponent(${code})`, 'text')
    case '$if':
      if (second && third) return piece(`(${code} ? ${emit.value(second).code} : ${emit.value(third).code})`)
      break
    case '$ifEmpty':
      if (second) return piece(`(${code} ? ${code} : ${emit.value(second).code})`)
      break
    case '$max':
    case '$min':
      return piece(`${name}([${args.map((arg) => emit.value(arg).code).join(', ')}])`, 'number')
  }
  throw new NotTranslated(`“${name.slice(0, 40)}()” has no equivalent here`)
}

/** `Math.round(x)`, `JSON.stringify(x)`, `DateTime.now()`; null when the name is no library. */
export function libraryCall(library: string, name: string, args: readonly Script[], emit: Emitter): Piece | null {
  const codes = () => args.map((arg) => emit.value(arg).code)
  switch (`${library}.${name}`) {
    case 'Math.round':
    case 'Math.floor':
    case 'Math.ceil':
    case 'Math.abs':
    case 'Math.sqrt':
      return piece(`$${name}(${codes()[0]})`, 'number')
    case 'Math.max':
    case 'Math.min':
      return piece(`$${name}([${codes().join(', ')}])`, 'number')
    case 'Math.pow':
      return piece(`$power(${codes().join(', ')})`, 'number')
    case 'Math.random':
      return piece('$random()', 'number')
    case 'JSON.stringify':
      return piece(`$string(${codes()[0]})`, 'text')
    case 'Object.keys':
      return piece(`[$keys(${codes()[0]})]`, 'list')
    case 'Object.values':
      return piece(`[${codes()[0]}.*]`, 'list')
    case 'Array.isArray':
      return piece(`($type(${codes()[0]}) = "array")`, 'boolean')
    case 'Date.now':
      return piece('$millis()', 'number')
    case 'DateTime.now':
    case 'DateTime.local':
    case 'DateTime.utc':
      return args.length === 0 ? NOW : null
    case 'DateTime.fromISO':
    case 'DateTime.fromJSDate':
    case 'DateTime.fromMillis':
    case 'Date.parse': {
      const [from] = args
      return from ? momentOf(emit.emit(from)) : null
    }
    default:
      return null
  }
}
