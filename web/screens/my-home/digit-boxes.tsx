// A box for each digit of a register, the decimals in red as on the meter. Typing moves to the next box.
import { Box, VisuallyHidden } from '@mantine/core';
import { type FocusEvent, type InputEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { useLanguage } from '../../words/language.tsx';
import classes from './digit-boxes.module.css';
import { type DigitPlace, type DigitPlaces, typeDigits } from './digits.ts';

type RegisterBoxes = {
  readonly places: DigitPlaces;
  readonly decimals: number;
  readonly onChange: (places: DigitPlaces) => void;
};

/** What the box of each place does when it is typed in. */
function useTyping({ places, decimals, onChange }: RegisterBoxes) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  /** The place behind what was typed without a break from the first box on; -1: nothing was. */
  const typedTo = useRef(0);
  const focus = (place: number) => boxes.current[Math.min(Math.max(place, 0), places.length - 1)]?.select();
  const write = (at: number, text: string) => {
    const goesOn = at === typedTo.current;
    const { places: changed, next } = typeDigits(places, { at, text, goesOn }, { decimals });
    typedTo.current = at === 0 || goesOn ? Math.min(next, places.length) : -1;
    onChange(changed);
    focus(next);
  };
  const takeBack = (place: number) => {
    typedTo.current = typedTo.current === place || typedTo.current === place + 1 ? place : -1;
  };
  /** Writes what was typed, not what the box then holds: its digit may not have been selected, or be the same. */
  const onInput = ({ currentTarget: input, nativeEvent }: InputEvent<HTMLInputElement>, place: number) => {
    const { value } = input;
    input.value = places[place]?.char ?? ''; // A later change of the value would end the selection.
    const isBehindLast = place === places.length - 1 && typedTo.current === places.length;
    if (value !== '') return write(isBehindLast ? places.length : place, nativeEvent.data ?? value);
    takeBack(place);
    onChange(places.map((other, index) => (index === place ? { char: '', sure: true } : other)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Backspace: places[place]?.char === '' ? -1 : undefined }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (event.key === 'Backspace') takeBack(place - 1);
    else typedTo.current = -1;
    focus(place + step);
  };
  return (place: number) => ({
    ref: (input: HTMLInputElement | null) => {
      boxes.current[place] = input;
    },
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      typedTo.current = -1;
      event.currentTarget.select();
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => onKeyDown(event, place),
    onInput: (event: InputEvent<HTMLInputElement>) => onInput(event, place),
  });
}

export function DigitBoxes(register: RegisterBoxes) {
  const { places, decimals } = register;
  const { t } = useLanguage();
  const typing = useTyping(register);
  const whole = places.length - decimals;
  const box = ({ char, sure }: DigitPlace, index: number) => (
    <input
      key={index}
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
      {...typing(index)}
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
