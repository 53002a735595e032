import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'dotenv'
import { readBounded } from './read-bounded.ts'

/** What a configuration is made from. */
export interface ConfigurationSources {
  /** Options of the command line by their camel-case names. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The directory of `.env`, and the base of relative paths. */
  readonly directory: string
}

/** A given setting and its source, for error messages. */
export interface SettingEntry {
  readonly given: string | boolean
  /** For people: `--seed` or `CONFORMANCE_SEED`. */
  readonly source: string
}

/** Settings by the camel-case name of their flag; a flag overrides the environment, which overrides `.env`. */
export interface Settings {
  entry(name: string): SettingEntry | undefined
  text(name: string): string | undefined
  /** A path, made absolute. */
  path(name: string): string | undefined
  /** Keys have no flag. */
  secret(variable: string): SettingEntry | undefined
}

/** Flags whose environment variable is not simply their own name in upper case. */
const variables: Readonly<Record<string, string>> = { maxRps: 'CONFORMANCE_MAX_RPS' }

/** Where variables are looked for. */
export type SettingsSources = Pick<ConfigurationSources, 'environment' | 'directory'>

/** The names of all variables that are set, in the environment or in the directory's `.env`. */
export function variablesOf({ environment, directory }: SettingsSources): readonly string[] {
  const all = { ...readDotenv(directory), ...environment }
  return Object.keys(all).filter((name) => nonEmpty(all[name]) !== undefined)
}

function readDotenv(directory: string): Readonly<Record<string, string>> {
  const file = resolve(directory, '.env')
  return existsSync(file) ? parse(readBounded(file, { file, remedy: 'use one NAME=value per line' })) : {}
}

/** Settings from flags, environment and the directory's `.env`. An empty variable is not a setting. */
export function settingsFrom({ flags, environment, directory }: ConfigurationSources): Settings {
  const dotenv = readDotenv(directory)
  const variable = (name: string): SettingEntry | undefined => {
    const given = nonEmpty(environment[name]) ?? nonEmpty(dotenv[name])
    return given === undefined ? undefined : { given, source: name }
  }
  const entry = (name: string): SettingEntry | undefined => {
    const flag = flags[name]
    if (flag !== undefined) return { given: flag, source: `--${inKebabCase(name)}` }
    return variable(variables[name] ?? `CONFORMANCE_${inKebabCase(name).replaceAll('-', '_').toUpperCase()}`)
  }
  const text = (name: string): string | undefined => {
    const given = entry(name)?.given
    return typeof given === 'string' ? given : undefined
  }
  return {
    entry,
    text,
    path: (name) => {
      const given = text(name)
      return given === undefined ? undefined : resolve(directory, given)
    },
    secret: variable,
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text
}

/** The name of an option on the command line. */
export function inKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
