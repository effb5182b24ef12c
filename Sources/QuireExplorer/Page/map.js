// A plain map without tiles: the grid of latitudes and longitudes around a point.

import { svg } from "./element.js";

const WIDTH = 360, HEIGHT = 180;
/** What the map shows, in degrees, and the distance of its lines. */
const EAST_WEST = 90, NORTH_SOUTH = 45, STEP = 15;

export function mapOf({ latitude, longitude }) {
	const north = Math.min(90, Math.max(-90 + NORTH_SOUTH, latitude + NORTH_SOUTH / 2));
	const west = Math.max(-180, Math.min(180 - EAST_WEST, longitude - EAST_WEST / 2));
	const x = (value) => ((value - west) / EAST_WEST) * WIDTH;
	const y = (value) => ((north - value) / NORTH_SOUTH) * HEIGHT;
	const lines = [];
	const labels = [];
	for (let value = Math.ceil(west / STEP) * STEP; value <= west + EAST_WEST; value += STEP) {
		lines.push(svg("path", { d: `M${x(value)} 0V${HEIGHT}` }));
		labels.push(svg("text", { x: x(value) + 2, y: HEIGHT - 3 }, degrees(value, "E", "W")));
	}
	for (let value = Math.ceil((north - NORTH_SOUTH) / STEP) * STEP; value <= north; value += STEP) {
		lines.push(svg("path", { d: `M0 ${y(value)}H${WIDTH}` }));
		if (y(value) < HEIGHT - 12) labels.push(svg("text", { x: 2, y: y(value) - 2 }, degrees(value, "N", "S")));
	}
	return svg("svg.map", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", label: `Map with ${latitude}, ${longitude}` },
		svg("g.grid", lines), labels, svg("circle.point", { cx: x(longitude), cy: y(latitude), r: 4 }));
}

function degrees(value, positive, negative) {
	return `${Math.abs(value)}°${value === 0 ? "" : value > 0 ? positive : negative}`;
}
