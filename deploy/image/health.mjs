// Asks the process of this container: /livez whether it responds, /readyz whether it can work. Workers answer on PROBE_PORT.
const port = process.env.ROLE === 'worker' ? process.env.PROBE_PORT : process.env.PORT
const { status } = await fetch(`http://127.0.0.1:${port}${process.argv[2]}`, { signal: AbortSignal.timeout(4000) })
process.exit(status === 200 ? 0 : 1)
