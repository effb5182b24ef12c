// A plain map without tiles: the grid of latitudes and longitudes, zoomed to the points.

import { svg } from "./element.js";

const WIDTH = 360, HEIGHT = 180;

/** A map of points. It shows the whole world if they are far apart. */
export function mapOf(points) {
	const view = window(points);
	const x = (longitude) => ((longitude - view.west) / view.width) * WIDTH;
	const y = (latitude) => ((view.north - latitude) / view.height) * HEIGHT;
	const step = [30, 15, 5, 1, 0.2].find((size) => view.width / size >= 4) ?? 0.2;
	const lines = [];
	const labels = [];
	for (let value = Math.ceil(view.west / step) * step; value <= view.west + view.width; value += step) {
		lines.push(svg("path", { d: `M${x(value)} 0V${HEIGHT}` }));
		labels.push(svg("text", { x: x(value) + 2, y: HEIGHT - 3 }, degrees(value, "E", "W")));
	}
	for (let value = Math.ceil((view.north - view.height) / step) * step; value <= view.north; value += step) {
		lines.push(svg("path", { d: `M0 ${y(value)}H${WIDTH}` }));
		labels.push(svg("text", { x: 2, y: y(value) - 2 }, degrees(value, "N", "S")));
	}
	const marks = points.map((point) => svg("circle", { class: "point", cx: x(point.longitude), cy: y(point.latitude), r: 4 },
		svg("title", {}, point.label ?? `${point.latitude}, ${point.longitude}`)));
	const label = points.length === 1 ? `Map with ${points[0].latitude}, ${points[0].longitude}` : `Map with ${points.length} places`;
	return svg("svg", { class: "map", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
		svg("g", { class: "grid" }, lines), labels, marks);
}

function window(points) {
	const latitudes = points.map((point) => point.latitude), longitudes = points.map((point) => point.longitude);
	const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
	const spread = (values) => Math.max(...values) - Math.min(...values);
	const height = Math.min(180, Math.max(points.length === 1 ? 45 : 1, spread(latitudes) * 1.4, (spread(longitudes) * 1.4) / 2));
	const north = Math.min(90, Math.max(-90 + height, middle(latitudes) + height / 2));
	const west = Math.max(-180, Math.min(180 - height * 2, middle(longitudes) - height));
	return { north, west, height, width: height * 2 };
}

function degrees(value, positive, negative) {
	const rounded = Math.round(Math.abs(value) * 10) / 10;
	return `${rounded}°${rounded === 0 ? "" : value > 0 ? positive : negative}`;
}
