import styled, { useTheme } from 'styled-components';
import type { BrandTheme } from '../brand/theme.ts';
import { seenOnSurface } from './markColors.ts';

type MarkKind = 'first' | 'second' | 'late';

/** Returns the color of a mark. Each is seen at 3:1 on the surface. */
export function markColor(theme: BrandTheme, kind: MarkKind): string {
  return { first: theme.colors.primary, second: seenOnSurface(theme.palette.accent, theme.palette), late: theme.colors.danger }[kind];
}

/** The sample of a mark in a legend. */
export const Sample = styled.span.attrs({ 'data-color': true })<{ $kind: MarkKind; $isOutlined?: boolean }>`
  border: 2px ${({ $isOutlined }) => ($isOutlined ? 'dashed' : 'solid')} ${({ theme, $kind }) => markColor(theme, $kind)};
  background: ${({ theme, $kind, $isOutlined }) => ($isOutlined ? 'none' : markColor(theme, $kind))};
  border-radius: 2px;
  box-sizing: border-box;
  height: 0.75rem;
  width: 0.75rem;
`;

interface BarProps {
  kind: MarkKind;
  /** The pixels of its middle, its width, and its two ends. */
  middle: number;
  width: number;
  from: number;
  to: number;
  /** Drawn as an outline: an amount that is only expected. */
  isOutlined?: boolean;
}

const leastHeight = 2;

/** A bar of a chart; none where it has no height. */
export function Bar({ kind, middle, width, from, to, isOutlined = false }: BarProps) {
  const color = markColor(useTheme(), kind);
  if (from <= to) return null;
  const height = Math.max(leastHeight, from - to);
  const place = { x: middle - width / 2, y: from - height, width, height, rx: Math.min(2, width / 4) };
  return isOutlined ? <rect {...place} fill="none" stroke={color} strokeWidth={1.5} strokeDasharray="3 2" /> : <rect {...place} fill={color} />;
}
