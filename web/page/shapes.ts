import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { normalisePhone } from '#shared/sources/formats';

/** How a text is shown and how it is saved. A text without the expected form stays as it was typed. */
interface Shape {
  readonly shown: (text: string) => string;
  readonly saved: (text: string) => string;
}

const AS_TYPED: Shape = { shown: (text) => text, saved: (text) => text };

/** The numbers that are shown in groups, by field name: the digits of each group. */
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  accountNumber: [3, 3, 4],
  nationalIdNumber: [4, 3, 4],
  nationalIdNumbers: [4, 3, 4],
  meterNumber: [4, 4, 5],
};

/** Whether a field accepts only digits, so that phones show their digit keyboard. */
export const isNumber = ({ name }: Pick<ModuleField, 'name'>): boolean => GROUPS[name] !== undefined;

const grouped = (digits: string, groups: readonly number[]): string => {
  const parts: string[] = [];
  let rest = digits;
  for (const size of groups) {
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...parts, rest].filter((part) => part !== '').join(' ');
};

const numberShape = (groups: readonly number[]): Shape => {
  const digits = (text: string): string | undefined => {
    const bare = text.replace(/[\s-]/g, '');
    return /^\d+$/.test(bare) ? bare : undefined;
  };
  return {
    shown: (text) => {
      const bare = digits(text);
      return bare === undefined ? text : grouped(bare, groups);
    },
    saved: (text) => digits(text) ?? text.trim(),
  };
};

const PHONE: Shape = {
  shown: (text) => {
    const number = normalisePhone(text);
    if (number === undefined) return text;
    const national = /^\+234(\d{10})$/.exec(number)?.[1];
    if (national === undefined) return number;
    return /^\s*(\+|00|234)/.test(text) ? `+234 ${grouped(national, [3, 3, 4])}` : `0${grouped(national, [3, 3, 4])}`;
  },
  saved: (text) => text.trim(),
};

const twoDigits = (text: string): string => text.padStart(2, '0');

/**
 * A date as `2026-01-31`, from that form or from a day-first one: `31/1/2026`. Undefined for a text that is no date.
 */
export const isoDay = (text: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  const [, dayFirst, second, last] = /^(\d{1,2})\s*[/.\s-]\s*(\d{1,2})\s*[/.\s-]\s*(\d{4})$/.exec(text.trim()) ?? [];
  const iso = `${year ?? last}-${twoDigits(month ?? second ?? '')}-${twoDigits(day ?? dayFirst ?? '')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso) ? undefined : iso;
};

const DAY: Shape = {
  shown: (text) => isoDay(text)?.split('-').reverse().join('/') ?? text,
  saved: (text) => isoDay(text) ?? text.trim(),
};

/** The shape of a field's texts. */
export const shapeOf = ({ name, type }: Pick<ModuleField, 'name' | 'type'>): Shape => {
  if (type === 'tel') return PHONE;
  if (type === 'date') return DAY;
  const groups = GROUPS[name];
  return groups ? numberShape(groups) : AS_TYPED;
};
