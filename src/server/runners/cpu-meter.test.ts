import { expect, it } from 'vitest'
import { CpuMeter } from './cpu-meter.ts'

const parts = { kinds: { page: { title: 'A page', eachMs: 100 } }, totalMs: 250 }

it('gives each part its own time, and what comes between them one time together', () => {
  const meter = new CpuMeter({ cpuMs: 50, parts }, 1_000)
  expect(meter.isOver(1_020)).toBe(false)
  expect(meter.turn('page', 1_020)).toBe(true)
  expect(meter.isOver(1_120)).toBe(false)
  expect(meter.turn(null, 1_120)).toBe(true)
  expect(meter.isOver(1_150)).toBe(false)
  expect(meter.isOver(1_151)).toBe(true)
  expect(meter.excess).toBe('This took more than 0.05 seconds of processor time and was stopped')
})

it('ends a part that takes longer than one may, however much time is left for all', () => {
  const meter = new CpuMeter({ cpuMs: 50, parts }, 0)
  meter.turn('page', 0)
  expect(meter.isOver(101)).toBe(true)
  expect(meter.excess).toBe('A page took more than 0.1 seconds of processor time and was stopped')
})

it('ends a job whose parts take too long together', () => {
  const meter = new CpuMeter({ cpuMs: 50, parts }, 0)
  for (let from = 0; from < 200; from += 100) {
    meter.turn('page', from)
    meter.turn(null, from + 100)
  }
  meter.turn('page', 200)
  expect(meter.isOver(250)).toBe(false)
  expect(meter.isOver(251)).toBe(true)
})

it('lets a process name no part without a limit, none inside another, and not endlessly many', () => {
  expect(new CpuMeter({ cpuMs: 50 }, 0).turn('page', 0)).toBe(false)
  const meter = new CpuMeter({ cpuMs: 50, parts }, 0)
  expect(meter.turn('constructor', 0)).toBe(false)
  expect(meter.turn(null, 0)).toBe(false)
  let turns = 0
  while (meter.turn('page', 0)) {
    expect(meter.turn('page', 0)).toBe(false)
    meter.turn(null, 0)
    turns++
  }
  expect(turns).toBe(1_000)
})
