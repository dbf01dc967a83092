/** Markdown as HTML, as code for our sandbox: headings, paragraphs, lists, quotes, tables, code, rules, links, pictures and emphasis. */
export const MARKDOWN_TO_HTML = `// Made for a step of n8n.
const safe = (text) => text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one])
const address = (text) => (/^(?:https?:|mailto:|tel:|\\/|#)/i.test(text) ? safe(text) : '#')
const inline = (text) =>
  text
    .split(/(\`[^\`\\n]+\`)/)
    .map((part, index) =>
      index % 2
        ? '<code>' + safe(part.slice(1, -1)) + '</code>'
        : safe(part)
            .replace(/!\\[([^\\]]*)\\]\\(([^)\\s]*)[^)]*\\)/g, (_, alt, src) => '<img src="' + address(src.replace(/&amp;/g, '&')) + '" alt="' + alt + '" />')
            .replace(/\\[([^\\]]*)\\]\\(([^)\\s]*)[^)]*\\)/g, (_, label, to) => '<a href="' + address(to.replace(/&amp;/g, '&')) + '">' + label + '</a>')
            .replace(/(\\*\\*|__)(\\S(?:[^\\n]*?\\S)?)\\1/g, '<strong>$2</strong>')
            .replace(/(^|[^\\w*])\\*(\\S(?:[^*\\n]*\\S)?)\\*/g, '$1<em>$2</em>')
            .replace(/(^|[^\\w])_(\\S(?:[^_\\n]*\\S)?)_(?!\\w)/g, '$1<em>$2</em>')
            .replace(/~~(\\S(?:[^\\n]*?\\S)?)~~/g, '<del>$1</del>')
            .replace(/ {2,}\\n/g, '<br />\\n'),
    )
    .join('')
const cells = (line) => line.trim().replace(/^\\||\\|$/g, '').split('|').map((cell) => inline(cell.trim()))
const row = (line, tag) => '<tr>' + cells(line).map((cell) => '<' + tag + '>' + cell + '</' + tag + '>').join('') + '</tr>'
const ITEM = /^(\\s*)(?:([-*+])|(\\d+)[.)])\\s+(.*)$/
const list = (lines) => {
  const tag = ITEM.exec(lines[0])[2] ? 'ul' : 'ol', depth = ITEM.exec(lines[0])[1].length
  let made = '', at = 0
  while (at < lines.length) {
    const inner = []
    const own = ITEM.exec(lines[at])?.[4] ?? lines[at]
    for (at++; at < lines.length && !((ITEM.exec(lines[at])?.[1].length ?? Infinity) <= depth); at++) inner.push(lines[at])
    const nested = inner.findIndex((line) => ITEM.test(line))
    const text = [own, ...(nested < 0 ? inner : inner.slice(0, nested)).map((line) => line.trim())].join('\\n')
    made += '<li>' + inline(text) + (nested < 0 ? '' : list(inner.slice(nested))) + '</li>'
  }
  return '<' + tag + '>' + made + '</' + tag + '>'
}
const blocks = (lines) => {
  const made = []
  const take = (test) => { const from = at; while (at < lines.length && test(lines[at])) at++; return lines.slice(from, at) }
  let at = 0
  while (at < lines.length) {
    const line = lines[at]
    const heading = /^(#{1,6})\\s+(.*?)\\s*#*$/.exec(line)
    if (line.trim() === '') at++
    else if (/^\`\`\`/.test(line)) {
      at++
      const code = take((one) => !/^\`\`\`/.test(one))
      at++
      made.push('<pre><code>' + safe(code.join('\\n')) + '</code></pre>')
    } else if (heading) {
      at++
      made.push('<h' + heading[1].length + '>' + inline(heading[2]) + '</h' + heading[1].length + '>')
    } else if (/^\\s*(?:[-*_]\\s*){3,}$/.test(line)) {
      at++
      made.push('<hr />')
    } else if (/^\\s*>/.test(line)) made.push('<blockquote>' + blocks(take((one) => /^\\s*>/.test(one)).map((one) => one.replace(/^\\s*> ?/, ''))) + '</blockquote>')
    else if (ITEM.test(line)) made.push(list(take((one) => one.trim() !== '' && (ITEM.test(one) || /^\\s+/.test(one)))))
    else if (line.includes('|') && /^\\s*\\|?\\s*:?-+:?\\s*(?:\\|\\s*:?-+:?\\s*)*\\|?\\s*$/.test(lines[at + 1] ?? '')) {
      const [head, , ...rest] = take((one) => one.includes('|'))
      made.push('<table><thead>' + row(head, 'th') + '</thead><tbody>' + rest.map((one) => row(one, 'td')).join('') + '</tbody></table>')
    } else made.push('<p>' + inline(take((one) => one.trim() !== '' && !/^(?:#{1,6}\\s|\`\`\`|\\s*>)/.test(one) && !ITEM.test(one)).join('\\n') || (at++, line)) + '</p>')
  }
  return made.join('\\n')
}
return blocks(String(trigger ?? '').replace(/\\r\\n?/g, '\\n').split('\\n'))
`
