/**
 * The functions of JSONata with what they do, for completion and help (after docs.jsonata.org). `$eval` is not there: expressions do not
 * make expressions.
 */

export interface FunctionHelp {
  name: string
  /** What goes in. */
  takes: string
  help: string
}

const entry = (line: string): FunctionHelp => {
  const open = line.indexOf('(')
  const close = line.indexOf(')', open)
  return { name: line.slice(0, open), takes: line.slice(open, close + 1), help: line.slice(close + 2) }
}

/** By what they work on, in the order of the help. */
export const FUNCTIONS: Readonly<Record<string, readonly FunctionHelp[]>> = {
  Text: [
    'uppercase(text) In capital letters',
    'lowercase(text) In small letters',
    'trim(text) Without blanks around it, and with single ones inside',
    'substring(text, from, length) A part; counting begins at 0',
    'substringBefore(text, mark) What stands before a mark',
    'substringAfter(text, mark) What stands after a mark',
    'contains(text, pattern) Whether a text or a /pattern/ is in it',
    'split(text, separator) A list of its parts',
    'join(texts, separator) One text from a list',
    'replace(text, pattern, with) With every place replaced',
    'match(text, pattern) What a /pattern/ finds: match, index, groups',
    'length(text) How many characters it has',
    'pad(text, width, with) Filled up to a width; a negative one fills in front',
    'string(value) As a text; lists and objects as JSON',
    'encodeUrlComponent(text) Made fit for a part of a web address',
    'decodeUrlComponent(text) Read back from a part of a web address',
    'encodeUrl(text) Made fit for a whole web address',
    'decodeUrl(text) Read back from a whole web address',
  ].map(entry),
  Numbers: [
    'number(value) A number from a text or a yes or no',
    'round(number, digits) To so many digits behind the point',
    'floor(number) Down to a whole number',
    'ceil(number) Up to a whole number',
    'abs(number) Without its sign',
    'sqrt(number) The square root',
    'power(number, exponent) Raised to a power',
    'formatNumber(number, picture) As a text, such as "#,##0.00"',
    'formatInteger(number, picture) As a text: "w" in words, "I" in Roman numerals',
    'parseInteger(text, picture) A whole number from such a text',
    'formatBase(number, base) As a text in another base',
    'random() A number from 0 to 1; different every time',
  ].map(entry),
  Lists: [
    'count(list) How many items',
    'sum(numbers) All added up',
    'average(numbers) Their mean',
    'max(numbers) The largest',
    'min(numbers) The smallest',
    'map(list, function) Each item changed: $map(list, function($x) { $x.name })',
    'filter(list, function) The items for which it holds',
    'reduce(list, function, start) One value from all items',
    'single(list, function) The one item for which it holds',
    'sort(list, function) In order; true puts the first behind the second',
    'reverse(list) The other way round',
    'distinct(list) Without repeated items',
    'append(list, more) Both lists together',
    'zip(list, list) Items at the same place together',
    'shuffle(list) In any order; different every time',
  ].map(entry),
  Objects: [
    'keys(object) The names in it',
    'lookup(object, name) What stands under a name',
    'merge(objects) One object of several; later ones win',
    'spread(object) A list with an object for each name',
    'each(object, function) A list from its values and names',
    'sift(object, function) Only the names for which it holds',
    'type(value) What it is: "string", "number", "array", "object" …',
  ].map(entry),
  Logic: [
    'boolean(value) Whether it counts as true',
    'not(value) The opposite',
    'exists(value) Whether there is anything',
    'assert(condition, message) Fails unless it holds',
    'error(message) Fails with a message',
  ].map(entry),
  Time: [
    'now() This moment, as 2026-01-31T09:30:00.000Z',
    'millis() This moment, in ms since 1970',
    'fromMillis(number, picture, zone) A text from ms since 1970: "[D01].[M01].[Y0001]", "+0530"',
    'toMillis(text, picture) ms since 1970 from a text',
  ].map(entry),
}
