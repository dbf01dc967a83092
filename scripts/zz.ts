import pg from 'pg'
import { readFileSync, globSync } from 'node:fs'
const [d='' , sql=''] = process.argv.slice(2)
const port = readFileSync(globSync(d+'/**/postmaster.pid')[0]!, 'utf8').split('\n')[3]
const pw = readFileSync(d+'/postgres.password','utf8').trim()
for (const user of ['postgres','chowk']) try {
const c = new pg.Client({ host:'127.0.0.1', port:Number(port), user, password: pw, database: 'chaos' }); await c.connect()
console.table((await c.query(sql)).rows.map(r=>Object.fromEntries(Object.entries(r).map(([k,v])=>[k, typeof v==='object'&&v&&!(v instanceof Date)?JSON.stringify(v).slice(0,200):v])))); await c.end(); break } catch(e) { console.log(String(e)) }
