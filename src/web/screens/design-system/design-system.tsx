export function Component() {
  return <h1>Design system</h1>
}
