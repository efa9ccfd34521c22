// A box for each digit of a register, the decimals in red as on the meter. Typing moves to the next box.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useLanguage } from '../../words/language.tsx';
import classes from './digit-boxes.module.css';
import { type DigitPlaces, typeDigit } from './digits.ts';

export function DigitBoxes({
  places,
  decimals,
  onChange,
}: {
  readonly places: DigitPlaces;
  readonly decimals: number;
  readonly onChange: (places: DigitPlaces) => void;
}) {
  const { t } = useLanguage();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const whole = places.length - decimals;
  const focus = (place: number) => boxes.current[Math.min(Math.max(place, 0), places.length - 1)]?.select();
  const write = (place: number, typed: string) => {
    const next = typeDigit(places, place, typed);
    onChange(
      typed === '' ? places.map((digitPlace, at) => (at === place ? { char: '', sure: true } : digitPlace)) : next,
    );
    if (typed !== '') focus(place + [...typed].filter((char) => /\d/.test(char)).length);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.key === 'ArrowLeft') focus(place - 1);
    else if (event.key === 'ArrowRight') focus(place + 1);
    else if (event.key === 'Backspace' && places[place]?.char === '') focus(place - 1);
    else return;
    event.preventDefault();
  };
  return (
    <fieldset className={classes.register}>
      <VisuallyHidden component="legend">{t.enterReading.digits}</VisuallyHidden>
      <Group gap={4} wrap="nowrap">
        {places.map(({ char, sure }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its index in the register.
          <span key={index} className={classes.place}>
            {index === whole && (
              <Text span className={classes.point} aria-hidden>
                ,
              </Text>
            )}
            <input
              ref={(box) => {
                boxes.current[index] = box;
              }}
              className={classes.box}
              data-decimal={index >= whole || undefined}
              data-unsure={!sure || undefined}
              aria-label={
                index < whole
                  ? t.enterReading.digit({ place: index + 1, of: whole })
                  : t.enterReading.decimal({ place: index - whole + 1 })
              }
              inputMode="numeric"
              autoComplete="off"
              value={char}
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={(event) => onKey(event, index)}
              onChange={(event) => write(index, event.currentTarget.value)}
            />
          </span>
        ))}
      </Group>
    </fieldset>
  );
}
