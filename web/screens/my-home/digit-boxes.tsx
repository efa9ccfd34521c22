// A box for each digit of a register, the decimals in red as on the meter. Typing moves to the next box.
import { Box, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useLanguage } from '../../words/language.tsx';
import classes from './digit-boxes.module.css';
import { type DigitPlace, type DigitPlaces, typeDigits } from './digits.ts';

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
  const typedTo = useRef(0);
  const focus = (place: number) => boxes.current[Math.min(Math.max(place, 0), places.length - 1)]?.select();
  const write = (at: number, text: string) => {
    if (text === '') return onChange(places.map((place, index) => (index === at ? { char: '', sure: true } : place)));
    const { places: changed, next } = typeDigits(places, { at, text, goesOn: at === typedTo.current }, { decimals });
    typedTo.current = at === 0 || at === typedTo.current ? next : -1;
    onChange(changed);
    focus(next);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.key === 'ArrowLeft') focus(place - 1);
    else if (event.key === 'ArrowRight') focus(place + 1);
    else if (event.key === 'Backspace' && places[place]?.char === '') focus(place - 1);
    else return;
    event.preventDefault();
  };
  const box = ({ char, sure }: DigitPlace, index: number) => (
    <input
      key={index}
      ref={(input) => {
        boxes.current[index] = input;
      }}
      className={classes.box}
      data-decimal={index >= whole || undefined}
      data-unsure={!sure || undefined}
      aria-label={
        index < whole
          ? t.enterReading.digit({ place: index + 1, of: whole })
          : t.enterReading.decimal({ place: index - whole + 1 })
      }
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={char}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => onKey(event, index)}
      onChange={(event) => write(index, event.currentTarget.value)}
    />
  );
  return (
    <fieldset className={classes.register}>
      <VisuallyHidden component="legend">{t.enterReading.digits}</VisuallyHidden>
      <div className={classes.line}>
        <Box className={classes.boxes} __vars={{ '--places': String(places.length) }}>
          <div className={classes.part}>{places.slice(0, whole).map(box)}</div>
          {decimals > 0 && (
            <div className={classes.part}>
              <span className={classes.point} aria-hidden>
                ,
              </span>
              {places.slice(whole).map((place, index) => box(place, whole + index))}
            </div>
          )}
        </Box>
      </div>
    </fieldset>
  );
}
