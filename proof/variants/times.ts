import { answers, records, withHeaders } from '../changes/answers.ts'
import type { AnswerChange, Change } from '../changes/change.ts'
import { defineVariants } from './variant.ts'
import { withTexts } from './shown-fields.ts'

/** Lawful differences in how times are written, and in the clock that they come from. */
export const timeVariants = defineVariants({
  'times-in-lower-case': {
    title: 'writes times with lower-case t and z',
    latitude: 'RFC 3339 allows both letter cases',
    touches: ['GEN-03'],
    changes: [times((time) => time.toLowerCase())],
  },
  'every-time-with-an-offset': {
    title: 'returns all times with the offset +02:00',
    latitude: 'ISO 8601 allows any offset',
    touches: ['GEN-03'],
    changes: [times(eastOfGreenwich)],
  },
  'times-in-nanoseconds': {
    title: 'returns all times in nanoseconds',
    latitude: 'ISO 8601 allows any precision',
    touches: ['GEN-03'],
    changes: [times((time) => time.replace(/(?:\.(\d+))?Z$/u, (_, digits = '') => `.${`${digits}`.padEnd(9, '0')}Z`))],
  },
  'times-in-whole-seconds': {
    title: 'returns all times in whole seconds',
    latitude: 'ISO 8601 allows any precision',
    touches: ['GEN-03', 'PROD-50', 'PROP-38'],
    changes: [times((time) => time.replace(/\.\d+/u, ''))],
  },
  'times-to-the-minute': {
    title: 'returns all times in whole minutes',
    latitude: 'ISO 8601 allows any precision',
    touches: ['GEN-03', 'PROD-50', 'PROP-38'],
    without: [
      'every-time-with-an-offset',
      'times-in-nanoseconds',
      'times-in-basic-form',
      'times-have-a-decimal-comma',
      'times-count-the-days-of-the-year',
    ],
    changes: [times((time) => time.replace(/:\d\d(?:\.\d+)?Z$/u, 'Z'))],
  },
  'times-say-no-zone': {
    title: 'returns all times without an offset, in UTC and in microseconds',
    latitude: 'ISO 8601 allows times without an offset',
    touches: ['GEN-03'],
    changes: [times((time) => utc(time).replace(/\.(\d{3})Z$/u, '.$1000'))],
  },
  'times-are-local-and-say-no-zone': {
    title: 'returns all times without an offset, in the local time of the service',
    latitude: 'ISO 8601 allows local times without an offset',
    touches: ['GEN-03', 'PROD-34', 'PROP-38', 'UP-25'],
    without: ['times-say-no-zone', 'every-time-with-an-offset'],
    changes: [times((time) => moved(utc(time), 19_800_000).replace('Z', ''))],
  },
  'times-have-a-decimal-comma': {
    title: 'writes times with a decimal comma and an offset without a colon',
    latitude: 'ISO 8601 allows both',
    touches: ['GEN-03'],
    changes: [times((time) => utc(time).replace('.', ',').replace('Z', '+0000'))],
  },
  'times-in-basic-form': {
    title: 'writes times without separators',
    latitude: 'ISO 8601 has a basic format',
    touches: ['GEN-03'],
    changes: [times((time) => utc(time).replaceAll(/[-:]/gu, ''))],
  },
  'times-count-the-days-of-the-year': {
    title: 'writes times with the day of the year instead of month and day',
    latitude: 'ISO 8601 has ordinal dates',
    touches: ['GEN-03'],
    without: ['times-are-local-and-say-no-zone'],
    changes: [times((time) => ordinal(utc(time)))],
  },
  'clock-runs-five-minutes-fast': {
    title: 'has a clock that is five minutes fast, in Date, times and Reset alike',
    latitude: "the target's clock is its own",
    touches: ['HDR-06', 'PROD-34', 'PROP-38', 'UP-25'],
    changes: clockOff(300_000),
  },
  'clock-runs-five-minutes-slow': {
    title: 'has a clock that is five minutes slow, in Date, times and Reset alike',
    latitude: "the target's clock is its own",
    touches: ['HDR-06', 'PROD-34', 'PROP-38', 'UP-25'],
    changes: clockOff(-300_000),
  },
  'times-come-from-another-clock': {
    title: 'takes times from a database whose clock is seven minutes fast',
    latitude: 'the contract does not mention the clock',
    touches: ['PROD-34', 'PROP-38', 'UP-25'],
    without: ['clock-runs-five-minutes-fast', 'clock-runs-five-minutes-slow'],
    changes: [times((time) => moved(time, 420_000))],
  },
})

const timeFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'uploadedAt', 'uploaded_at'])

function times(change: (time: string) => string): AnswerChange {
  return records((record) => withTexts(record, (text, name) => (timeFields.has(name) ? change(text) : text)))
}

function clockOff(milliseconds: number): readonly Change[] {
  return [
    times((time) => moved(time, milliseconds)),
    answers((answer) => withHeaders(answer, { date: new Date(Date.now() + milliseconds).toUTCString() })),
    answers((answer) => {
      const reset = answer.headers['x-ratelimit-reset']
      return reset === undefined
        ? answer
        : withHeaders(answer, { 'x-ratelimit-reset': String(Number(reset) + milliseconds / 1000) })
    }),
  ]
}

/** What another difference has written in a form that cannot be moved stays as it is. */
function moved(time: string, milliseconds: number): string {
  if (Number.isNaN(Date.parse(time))) return time
  return new Date(Date.parse(time) + milliseconds).toISOString()
}

/** The time in the service's own form, whatever another difference has made of it. */
function utc(time: string): string {
  return /^\d{4}-\d\d-\d\dT.*Z$/u.test(time) ? new Date(time).toISOString() : time
}

function eastOfGreenwich(time: string): string {
  return /Z$/iu.test(time) ? moved(time, 7_200_000).replace('Z', '+02:00') : time
}

/** The day of the year in the place of month and day; other forms stay as they are. */
function ordinal(time: string): string {
  return time.replace(/^(\d{4})-(\d\d)-(\d\d)(?=[Tt])/u, (_, year: string, month: string, day: string) => {
    const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 0)) / 86_400_000
    return `${year}-${String(days).padStart(3, '0')}`
  })
}
